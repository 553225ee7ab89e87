import { commandsSettled } from '../api/in-flight.ts';
import { keepDrafts } from '../drafts/drafts.ts';
import { readJson, writeJson } from '../state/browser-storage.ts';
import { isNumber, isText, objectOf, shaped } from '../state/shape.ts';
import { createVersionWatch, VERSION_POLL_MS } from './version-watch.ts';
import type { SharedDeadline, VersionWatch } from './version-watch.ts';

const DEADLINE_KEY = 'kituo_version_deadline';
const CHANNEL = 'kituo-version';
const sharedDeadline = objectOf({ version: isText, deadline: isNumber });
const versionFile = objectOf({ version: isText });
/** Milliseconds that a reload waits at most for commands in flight. */
const SETTLE_MS = 30_000;

async function fetchVersion(): Promise<string> {
  const response = await fetch(`/version.json?t=${Date.now()}`, { cache: 'no-store' });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const body: unknown = await response.json();
  if (!versionFile(body)) throw new Error('the version file names no version');
  return body.version;
}

/** Lets commands finish, keeps what was typed, then loads the page again. */
export async function reloadKeepingDrafts(): Promise<void> {
  await commandsSettled(SETTLE_MS);
  keepDrafts();
  window.location.reload();
}

function readDeadline(): SharedDeadline | null {
  return shaped(sharedDeadline, readJson('local', DEADLINE_KEY), null);
}

/**
 * Polls the version file every 30 seconds and agrees on one countdown with the other tabs.
 *
 * @param knownVersion the version this page was loaded with
 * @example const { watch, stop } = startVersionWatch(app.version);
 */
export function startVersionWatch(knownVersion: string): { watch: VersionWatch; stop: () => void } {
  const channel = new BroadcastChannel(CHANNEL);
  const watch = createVersionWatch({
    knownVersion,
    fetchVersion,
    reload: () => {
      void reloadKeepingDrafts();
    },
    now: Date.now,
    announce: (shared) => {
      writeJson('local', DEADLINE_KEY, shared);
      channel.postMessage(shared);
    },
    readDeadline,
  });
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (sharedDeadline(data)) watch.follow(data);
  };
  const polling = setInterval(() => {
    void watch.poll();
  }, VERSION_POLL_MS);
  const ticking = setInterval(watch.tick, 1000);
  return {
    watch,
    stop: () => {
      clearInterval(polling);
      clearInterval(ticking);
      channel.close();
    },
  };
}
