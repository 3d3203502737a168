"""Names by which people know a time zone and which neither its own name nor Unicode's has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.texts.typed import folded

_CITIES: Final[Mapping[str, str]] = {
    "Africa/Cairo": "Alexandria, Giza",
    "Africa/Johannesburg": "Cape Town, Kapstadt, Le Cap, Ciudad del Cabo, Città del Capo, Kaapstad, Kapsztad, "
    "Cidade do Cabo, Durban, Pretoria",
    "Africa/Lagos": "Abuja",
    "America/Argentina/Buenos_Aires": "La Plata",
    "America/Bogota": "Medellín, Cali",
    "America/Chicago": "Dallas, Houston, Austin, San Antonio, Minneapolis, New Orleans, Nashville",
    "America/Los_Angeles": "San Francisco, San Diego, San José, Seattle, Portland, Las Vegas, Sacramento",
    "America/Mexico_City": "Guadalajara, Puebla",
    "America/New_York": "Nova Iorque, Nuova York, Washington, Boston, Philadelphia, Philadelphie, Filadelfia, "
    "Filadélfia, Miami, Atlanta, Orlando, Pittsburgh, Baltimore",
    "America/Sao_Paulo": "Rio de Janeiro, Brasília, Brasilia, Belo Horizonte, Curitiba, Porto Alegre",
    "America/Toronto": "Ottawa, Quebec, Québec",
    "America/Edmonton": "Calgary",
    "Asia/Dubai": "Abu Dhabi, Abou Dabi, Abu Zabi",
    "Asia/Ho_Chi_Minh": "Hanoi, Hanói, Hanoï, Saigon",
    "Asia/Jerusalem": "Tel Aviv, Tel-Aviv, Haifa",
    "Asia/Karachi": "Islamabad, Lahore",
    "Asia/Kolkata": "Mumbai, Bombay, Bombaj, Delhi, New Delhi, Neu-Delhi, Nueva Delhi, Nuova Delhi, Nova Déli, "
    "Nowe Delhi, Bangalore, Bengaluru, Chennai, Hyderabad",
    "Asia/Riyadh": "Jeddah, Mecca, Mekka",
    "Asia/Shanghai": "Beijing, Peking, Pékin, Pekín, Pechino, Pekin, Pequim, Guangzhou, Shenzhen, Chengdu, Wuhan",
    "Asia/Tokyo": "Osaka, Kyoto, Kioto, Yokohama",
    "Europe/Amsterdam": "Rotterdam, The Hague, Den Haag, La Haye, La Haya, L'Aia, Haga, Haia, Utrecht, Eindhoven",
    "Europe/Berlin": "Hamburg, Hambourg, Hamburgo, Amburgo, Munich, München, Múnich, Monaco di Baviera, Monachium, "
    "Munique, Köln, Cologne, Colonia, Keulen, Kolonia, Colônia, Frankfurt, Francfort, Stuttgart, Düsseldorf, "
    "Leipzig, Dresden, Hannover, Nürnberg, Bremen",
    "Europe/Brussels": "Antwerp, Antwerpen, Anvers, Gent, Ghent, Gand, Liège, Brugge, Bruges",
    "Europe/Istanbul": "Ankara, Izmir",
    "Europe/Lisbon": "Porto",
    "Europe/London": "Manchester, Birmingham, Liverpool, Leeds, Glasgow, Edinburgh, Édimbourg, Edimburgo, Edynburg, "
    "Cardiff",
    "Europe/Madrid": "Barcelona, Barcelone, Barcellona, Valencia, Sevilla, Seville, Bilbao, Málaga, Zaragoza",
    "Europe/Moscow": "Saint Petersburg, St. Petersburg, Sankt Petersburg, Saint-Pétersbourg, San Petersburgo, "
    "San Pietroburgo, São Petersburgo",
    "Europe/Paris": "Lyon, Lione, Marseille, Marsella, Marsiglia, Marsylia, Marselha, Toulouse, Nice, Nantes, "
    "Bordeaux, Lille, Strasbourg, Straßburg",
    "Europe/Rome": "Milano, Milan, Mailand, Milán, Milaan, Mediolan, Milão, Napoli, Naples, Neapel, Torino, Turin, "
    "Turijn, Turyn, Firenze, Florence, Florenz, Venezia, Venice, Venedig, Bologna, Palermo, Genova",
    "Europe/Stockholm": "Göteborg, Gothenburg, Malmö",
    "Europe/Vienna": "Graz, Linz, Salzburg, Innsbruck",
    "Europe/Warsaw": "Kraków, Cracow, Krakau, Cracovie, Cracovia, Cracóvia, Wrocław, Breslau, Gdańsk, Danzig, Poznań, "
    "Łódź, Katowice, Lublin, Szczecin",
    "Europe/Zurich": "Bern, Berne, Berna, Genf, Geneva, Genève, Ginevra, Genewa, Genebra, Basel, Bâle, Lausanne",
    "Pacific/Auckland": "Wellington, Christchurch",
}
"""Capitals and large cities whose zone is called after another city, in the languages in which they differ."""

_ABBREVIATIONS: Final[Mapping[str, str]] = {
    "America/New_York": "EST, EDT, EST5EDT",
    "America/Chicago": "CST, CDT, CST6CDT",
    "America/Denver": "MST, MDT, MST7MDT",
    "America/Los_Angeles": "PST, PDT, PST8PDT",
    "Pacific/Honolulu": "HST",
}
"""Hours that are no place: some of them are zones as well, without the summer time of those who live by them."""


@cache
def other_cities() -> Mapping[str, frozenset[str]]:
    """By zone: the folded names of cities that are in it."""
    return {zone: frozenset(map(folded, names.split(", "))) for zone, names in _CITIES.items()}


@cache
def abbreviated_zones() -> Mapping[str, str]:
    """By folded abbreviation: the zone of the places that live by it."""
    return {folded(name): zone for zone, names in _ABBREVIATIONS.items() for name in names.split(", ")}
