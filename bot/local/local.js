// The page of the local table: simcord's own script, with the person in the address and a greeting.
import { addressWith } from "/channels.js";
import "/simcord.js";

const picker = document.getElementById("viewer-picker");
const empty = document.getElementById("channel-empty");

empty.textContent =
  "Nothing here yet. Click the line below and type /ingenious start to open a game: for the others to join, " +
  "or alone with its option mode. /ingenious help tells more.";

const nameOf = (option) => option.textContent.trim().toLowerCase();
const inAddress = () => new URLSearchParams(window.location.search).get("as");

function sitDown() {
  const wanted = [...picker.options].find((option) => nameOf(option) === inAddress());
  if (!wanted || wanted.selected) return;
  picker.value = wanted.value;
  picker.dispatchEvent(new Event("change"));
}

// Before simcord's own listener, which empties the list.
document.addEventListener("change", (event) => {
  if (event.target !== picker) return;
  const chosen = picker.selectedOptions[0];
  if (chosen) window.history.replaceState(null, "", addressWith({ as: nameOf(chosen) }));
}, true);

// The list of people comes with the first state of the page.
const waiting = window.setInterval(() => {
  if (!picker.options.length || !window.simcordPreview?.ready) return;
  window.clearInterval(waiting);
  sitDown();
}, 50);

// A command in a text is typed by a click, as on Discord.
const composer = document.getElementById("channel-composer-input");
const messages = document.getElementById("channel-message-list");
messages.addEventListener("click", ({ target }) => {
  const command = target instanceof Element && target.closest(".command-mention");
  if (!command) return;
  composer.value = command.textContent;
  composer.focus();
  composer.dispatchEvent(new InputEvent("input", { bubbles: true }));
});

// The page draws a message anew when it changes, and loads its picture then. Until that is there the one before is shown.
const shown = new Map();

function keepPicture(image) {
  const message = image.closest("[data-message-id]")?.dataset.messageId;
  const before = shown.get(message);
  const held = document.createElement("canvas");
  const settle = () => {
    held.remove();
    image.style.display = "";
    const { width, height } = image.getBoundingClientRect();
    if (width) shown.set(message, { image, width, height });
  };
  image.addEventListener("load", settle, { once: true });
  image.addEventListener("error", settle, { once: true });
  if (!before || image.naturalWidth) return;
  [held.width, held.height] = [before.image.naturalWidth, before.image.naturalHeight];
  held.getContext("2d").drawImage(before.image, 0, 0);
  Object.assign(held.style, { width: `${before.width}px`, height: `${before.height}px` });
  image.style.display = "none";
  image.before(held);
}

new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const added of addedNodes) {
      if (added instanceof Element) added.querySelectorAll(".attachment-image").forEach(keepPicture);
    }
  }
}).observe(messages, { childList: true, subtree: true });

// A page takes no presses any more when the bot was started again, or when it lost the answer to a press. What was done
// is stored, so the page is loaded again as soon as the bot can be reached. A page that merely waits is left alone.
const STUCK_CHECKS = 5;
let stuckChecks = 0;
let lastRead = null;
let reloading = false;
const isStuck = ({ authorized, pendingAction, transport }) => {
  if (["error", "uncertain"].includes(transport.state)) return true;
  const hasEnded = !authorized && !pendingAction && transport.lastSuccessfulRead === lastRead;
  lastRead = transport.lastSuccessfulRead;
  return hasEnded;
};
window.setInterval(async () => {
  const page = window.simcordPreview;
  if (reloading || !page?.transport.lastSuccessfulRead) return;
  stuckChecks = isStuck(page) ? stuckChecks + 1 : 0;
  if (stuckChecks < STUCK_CHECKS) return;
  reloading = true;
  const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
  reloading = Boolean(answer?.ok);
  if (reloading) window.location.reload();
}, 1000);
