#!/bin/sh
# litestream-drill.sh CONFIG DATABASE: whether the replica would bring the database back, how fast, and what would be missing.
# It restores to a folder of its own and touches neither the database nor the replica. Run it where `python -m bot` runs.
set -eu
config=$1 database=$2 python=${PYTHON:-python}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

events() {
    "$python" -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM events").fetchone()[0])' "$1"
}

there=$(events "$database")
began=$(date +%s)
litestream restore -config "$config" -o "$folder/restored.sqlite3" "$database"
INGENIOUS_DATABASE="$folder/restored.sqlite3" "$python" -m bot backup "$folder/checked.sqlite3"
echo "back after $(($(date +%s) - began)) s: $(events "$folder/checked.sqlite3") events of the $there that there were"
