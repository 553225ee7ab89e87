import { call, mayChange, serverEvents$ } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';

const URGENT = {
  filters: { warningLevel: 'URGENT', warningStatus: 'OPEN' },
  page: 1,
  pageSize: 20,
  sort: { field: 'raisedAt', direction: 'desc' },
} as const;

/**
 * Shows a desktop notice for each urgent warning that comes in from now on; those that stand already
 * are on the page. The result stops it.
 */
export function watchUrgent(title: string, open: (warningNo: string) => void): () => void {
  let known: ReadonlySet<string> | null = null;
  /** Nothing older than this was seen: it comes up as newer ones are closed, and is no news. */
  let oldestSeen = '';
  const shown = new Set<Notification>();
  const read = async () => {
    try {
      const { rows } = await call(warning.page, URGENT, { showLoading: false, quiet: true });
      const before = known;
      const seenSince = oldestSeen;
      oldestSeen = rows.length < URGENT.pageSize ? '' : (rows.at(-1)?.raisedAt ?? '');
      known = new Set([...(before ?? []), ...rows.map(({ warningNo }) => warningNo)]);
      if (before === null) return;
      for (const { warningNo, subject, raisedAt } of rows) {
        if (before.has(warningNo) || raisedAt <= seenSince) continue;
        // The tag keeps two tabs of one browser from telling the same thing twice.
        const notice = new Notification(title, { body: subject, tag: warningNo });
        notice.onclick = () => {
          window.focus();
          notice.close();
          open(warningNo);
        };
        shown.add(notice);
      }
    } catch {
      // The next event asks again.
    }
  };
  // One after the other: an answer that overtook the first would be taken for what stood already.
  let reading = read();
  const events = serverEvents$.subscribe((event) => {
    if (mayChange(event, 'warnings')) reading = reading.then(read);
  });
  return () => {
    events.unsubscribe();
    for (const notice of shown) notice.onclick = null;
  };
}
