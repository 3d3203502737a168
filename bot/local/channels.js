// The channels of the local table: the one that the page shows is in its address, the others are one click away.
// A thread opens by its line below a message, as on Discord, by its name in a text, or from the list at the top.
const inAddress = () => new URLSearchParams(window.location.search);

/** The address of this page with these parameters; one that is empty is left out. */
export function addressWith(changes) {
  const parameters = inAddress();
  for (const [name, value] of Object.entries(changes)) {
    if (value) parameters.set(name, value);
    else parameters.delete(name);
  }
  const query = parameters.toString();
  return `${window.location.pathname}${query ? `?${query}` : ""}${window.location.hash}`;
}

const picker = document.createElement("select");
picker.id = "channel-picker";
picker.setAttribute("aria-label", "Channel");
const control = document.createElement("label");
control.className = "viewer-control";
control.hidden = true;
control.append("In ", picker);
document.querySelector(".viewer-control").after(control);

const back = document.createElement("a");
back.id = "channel-back";
back.hidden = true;
document.querySelector(".channel-header").prepend(back);

let channels = [];
let shown = null;
const labelOf = ({ name, thread }) => (thread ? name : `#${name}`);
const addressOf = ({ id, thread }) => addressWith({ in: thread ? id : "" });
const go = (id) => {
  const channel = channels.find((one) => one.id === id);
  if (channel && id !== shown) window.location.assign(addressOf(channel));
};

function show(listed, here) {
  const first = listed.find(({ thread }) => !thread);
  const current = listed.find(({ id }) => id === here);
  if (!first || !current) return;
  if (JSON.stringify([listed, here]) === JSON.stringify([channels, shown])) return;
  [channels, shown] = [listed, here];
  // The thread of an address may be gone: with the server of before, as it is in memory only.
  if (inAddress().get("in") && !current.thread) window.history.replaceState(null, "", addressOf(current));
  picker.replaceChildren(...listed.map((one) => new Option(labelOf(one), one.id, false, one.id === here)));
  control.hidden = listed.length < 2;
  back.hidden = !current.thread;
  back.textContent = `‹ ${labelOf(first)}`;
  back.href = addressOf(first);
  markLinks(document);
}

picker.addEventListener("change", () => go(picker.value));

// The page's own requests say in which channel it opens, and hear which channels there are.
const fetched = window.fetch.bind(window);
window.fetch = async (path, options = {}) => {
  const opens = path === "/api/pages";
  const wanted = inAddress().get("in");
  const answer = await fetched(path, opens && wanted ? { ...options, body: JSON.stringify({ target_id: wanted }) } : options);
  if (opens || path === "/api/state") {
    answer.clone().json().then(({ localChannels, channelId }) => show(localChannels ?? [], channelId)).catch(() => {});
  }
  return answer;
};

// --- links into a thread ---

/** The channel that a thing on the page leads to; a thread has the number of the message that it hangs on. */
function targetOf(thing) {
  const summary = thing.closest(".thread-summary");
  if (summary) return summary.closest("[data-message-id]")?.dataset.messageId;
  const mention = thing.closest(".mention");
  if (mention) return channels.find((one) => [`#${one.name}`, one.name].includes(mention.textContent))?.id;
  // A link to a message on Discord names the server, the channel and the message.
  const [, found] = thing.closest("a[href]")?.href.match(/^https:\/\/discord\.com\/channels\/[^/]+\/(\d+)/) ?? [];
  return found;
}

function asLink(thing) {
  if (!channels.some(({ id }) => id === targetOf(thing))) return;
  thing.setAttribute("role", "link");
  thing.tabIndex = 0;
}

const LEADING = ".thread-summary, .mention";
function markLinks(within) {
  [within, ...within.querySelectorAll(LEADING)].forEach((one) => one.matches?.(LEADING) && asLink(one));
}

function follow(event) {
  if (!(event.target instanceof Element) || (event.type === "keydown" && event.key !== "Enter")) return;
  const target = targetOf(event.target);
  if (!channels.some(({ id }) => id === target)) return;
  event.preventDefault();
  go(target);
}

const timeline = document.getElementById("channel-message-list");
timeline.addEventListener("click", follow);
timeline.addEventListener("keydown", follow);
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const added of addedNodes) {
      if (added instanceof Element) markLinks(added);
    }
  }
}).observe(timeline, { childList: true, subtree: true });
