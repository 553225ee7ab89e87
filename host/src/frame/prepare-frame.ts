import { call, session$ } from '@kituo/sdk';
import { pluginFrame, type SessionPlugin } from '@kituo/sdk/contracts';
import type { FrameTexts } from './frame-init.ts';
import { readFrameTexts } from './frame-texts.ts';

/** What is read before a plugin is handed to a frame. */
export interface PreparedFrame {
  readonly ticket: pluginFrame.FrameTicket;
  readonly texts: readonly FrameTexts[];
}

/** A ticket lasts a quarter of an hour; what was read ahead is used soon or read again. Milliseconds. */
const FRESH_MS = 60_000;

interface Reading {
  readonly at: number;
  readonly read: Promise<PreparedFrame>;
}
const readAhead = new Map<string, Reading>();

const idOf = ({ name, version }: SessionPlugin) =>
  [name, version, session$.value.language, session$.value.token].join(' ');

async function read(plugin: SessionPlugin): Promise<PreparedFrame> {
  const opened = call(pluginFrame.open, { plugin: plugin.name }, { quiet: true, showLoading: false });
  const base = opened.then(({ address }) => address);
  // Told where the ticket is asked for.
  base.catch(() => undefined);
  const [ticket, texts] = await Promise.all([opened, readFrameTexts(plugin, session$.value.language, base)]);
  return { ticket, texts };
}

/** Reads it for who is about to open the plugin. A failure is told when it is opened. */
export function prepareAhead(plugin: SessionPlugin): void {
  const id = idOf(plugin);
  const known = readAhead.get(id);
  if (known !== undefined && performance.now() - known.at < FRESH_MS) return;
  readAhead.clear();
  const reading = { at: performance.now(), read: read(plugin) };
  readAhead.set(id, reading);
  reading.read.catch(() => readAhead.delete(id));
}

/** What was read ahead, once; else it is read now. */
export function prepareFrame(plugin: SessionPlugin): Promise<PreparedFrame> {
  const id = idOf(plugin);
  const known = readAhead.get(id);
  readAhead.delete(id);
  return known !== undefined && performance.now() - known.at < FRESH_MS ? known.read : read(plugin);
}
