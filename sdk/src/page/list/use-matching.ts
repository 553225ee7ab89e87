import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/api-error.ts';
import { READ_AT_ONCE, MAX_SELECTION } from '../../contracts/list.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import type { ListEndpoint, ListRequest } from './list-endpoint.ts';
import type { Selection } from './use-selection.ts';

/** Selecting everything the filters match, over all pages. */
export interface Matching {
  /** How many rows that would be: all that match, at most 10,000; these, too, where nobody knows how many do. */
  readonly count: number;
  /** Whether some of them are not selected yet. */
  readonly isOffered: boolean;
  /** Rows read so far; null while nothing is read. */
  readonly readCount: number | null;
  choose(): void;
  /** Gives up reading; nothing more is selected. */
  stop(): void;
}

/** Reads every page that matches and selects its rows: batches and exports then know each by its id. */
export function useMatching<Row>(list: {
  readonly load: ListEndpoint<Row>;
  readonly request: ListRequest;
  readonly rowsOnPage: number;
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly selection: Selection<Row>;
}): Matching {
  const { load, request, selection } = list;
  const scope = usePluginScope();
  const [readCount, setReadCount] = useState<number | null>(null);
  const reading = useRef<AbortController>(undefined);
  const under = JSON.stringify(request.filters);
  useEffect(
    () => () => {
      reading.current?.abort();
      setReadCount(null);
    },
    [under],
  );
  // Whoever has read them all knows how many there are.
  const [found, setFound] = useState<{ readonly under: string; readonly count: number }>();
  const total = found?.under === under ? found.count : list.totalIsExact ? list.total : MAX_SELECTION;
  const count = Math.min(total, MAX_SELECTION);
  const read = async (signal: AbortSignal): Promise<void> => {
    const rows: Row[] = [];
    for (let page = 1; rows.length < MAX_SELECTION; page += 1) {
      const asked = { ...request, page, pageSize: READ_AT_ONCE } as const;
      const reply = await call(load, asked, { signal, showLoading: false });
      rows.push(...reply.rows);
      setReadCount(Math.min(rows.length, count));
      if (reply.rows.length < READ_AT_ONCE) {
        setFound({ under, count: rows.length });
        break;
      }
    }
    if (!signal.aborted) selection.add(rows.slice(0, MAX_SELECTION));
  };
  return {
    count,
    // Who chose a whole page may want the others, too.
    isOffered: list.total > list.rowsOnPage && selection.count >= list.rowsOnPage && selection.count < count,
    readCount,
    choose: () => {
      if (readCount !== null) return;
      const own = new AbortController();
      const release = scope.own('other', () => {
        own.abort();
      });
      reading.current = own;
      setReadCount(0);
      read(own.signal)
        .catch((cause: unknown) => {
          // `call` has said what went wrong; the selection stays as it was.
          if (!(cause instanceof ApiError)) throw cause;
        })
        .finally(() => {
          release();
          if (reading.current === own) setReadCount(null);
        });
    },
    stop: () => {
      reading.current?.abort();
    },
  };
}
