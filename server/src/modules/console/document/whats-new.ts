import { readFile } from 'node:fs/promises';
import type { NewsLine } from '@kituo/sdk/contracts';

const CHANGELOG = new URL('../../../../../CHANGELOG.md', import.meta.url);
/** The part of a release in the changelog that is written for everybody. */
const HEADING = '### What people notice';
const LINES = 30;

/**
 * What the changelog tells everybody at work, newest first: the items below each release's
 * "What people notice". An item's Chinese is behind it in a comment: `<!-- zh: … -->`.
 */
export function newsIn(changelog: string): NewsLine[] {
  const sections = changelog.split(/^(?=##+ )/m).filter((section) => section.startsWith(HEADING));
  const items = sections.flatMap((section) => section.split(/^- /m).slice(1));
  return items.slice(0, LINES).map((item) => {
    const zh = /<!--\s*zh:\s*([\s\S]*?)\s*-->/.exec(item)?.[1];
    const en = item
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    return { en, zh: zh ?? en };
  });
}

/** Read at the server's start: a new release is a new start. Without a changelog there is no news. */
export async function readNews(file: URL = CHANGELOG): Promise<NewsLine[]> {
  return newsIn(await readFile(file, 'utf8').catch(() => ''));
}
