// The first page keeps itself up to date: it fetches itself anew and takes over the list of campaigns.

import "./deeds.js";
import { fetchInTime } from "./in_time.js";
import { follow } from "./live.js";
import { morph } from "./morph.js";

const WORDS = {
  connecting: "Connecting…",
  live: "Live",
  asking: "Updates every few seconds",
  lost: "Reconnecting…",
};
const AGAIN = 3_000;

const chip = document.getElementById("connection");
const words = document.getElementById("connection-words");
const lost = document.getElementById("lost");
const list = document.getElementById("campaigns");
const news = document.getElementById("news");

let isFetching = false;
let isBehind = false;
let wasLost = false;

function show(state) {
  chip.dataset.state = state;
  words.textContent = WORDS[state];
  lost.hidden = state !== "lost";
  // While we were away things may have happened that have no number, such as a new campaign.
  if (wasLost && state !== "lost") refresh();
  wasLost = state === "lost";
}

function hear({ position }) {
  if (position !== Number(list.dataset.position)) refresh();
}

async function refresh() {
  isBehind = true;
  if (isFetching) return;
  isFetching = true;
  try {
    while (isBehind) {
      isBehind = false;
      takeOver(await fetchPage());
    }
  } catch {
    setTimeout(refresh, AGAIN);
  } finally {
    isFetching = false;
  }
}

async function fetchPage() {
  const response = await fetchInTime("/");
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return new DOMParser().parseFromString(response.text, "text/html");
}

function takeOver(page) {
  // The server was replaced by a newer one while this page was open: only a reload brings its scripts.
  if (page.documentElement.dataset.version !== document.documentElement.dataset.version) {
    location.reload();
    return;
  }
  const fresh = page.getElementById("campaigns");
  const heads = headsIn(list);
  morph(list, fresh);
  for (const campaign of list.querySelectorAll("[data-campaign]")) {
    if (heads.get(campaign.dataset.campaign) !== campaign.dataset.head) announce(campaign);
  }
}

function headsIn(parent) {
  const campaigns = parent.querySelectorAll("[data-campaign]");
  return new Map(Array.from(campaigns, ({ dataset }) => [dataset.campaign, dataset.head]));
}

function announce(campaign) {
  campaign.classList.add("is-new");
  const name = campaign.querySelector("h3").textContent;
  news.textContent = `${name}: ${campaign.querySelector(".campaign-deed").textContent}`;
}

follow({ position: Number(list.dataset.position), onState: show, onNews: hear });
