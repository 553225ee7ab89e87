import type { NewsLine } from '@kituo/sdk/contracts';

const SEEN = 'kituo_seen_news';
const SHOWN = 5;

/** What changed since this browser was last told, newest first. Rejects where it cannot be read. */
export async function readNews(storage: Pick<Storage, 'getItem'>): Promise<readonly NewsLine[]> {
  const response = await fetch('/whats-new.json', { cache: 'no-store' });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const body: unknown = await response.json();
  const lines = isNews(body) ? body.lines : [];
  const seen = lines.findIndex(({ en }) => en === storage.getItem(SEEN));
  return lines.slice(0, seen === -1 ? SHOWN : Math.min(seen, SHOWN));
}

/** The next version's dialog begins after these. */
export function rememberNews(storage: Pick<Storage, 'setItem'>, [newest]: readonly NewsLine[]): void {
  if (newest !== undefined) storage.setItem(SEEN, newest.en);
}

function isNews(body: unknown): body is { readonly lines: readonly NewsLine[] } {
  const lines = typeof body === 'object' && body !== null && 'lines' in body ? body.lines : null;
  return Array.isArray(lines) && lines.every(isLine);
}

function isLine(value: unknown): value is NewsLine {
  return (
    typeof value === 'object' &&
    value !== null &&
    'en' in value &&
    'zh' in value &&
    typeof value.en === 'string' &&
    typeof value.zh === 'string'
  );
}
