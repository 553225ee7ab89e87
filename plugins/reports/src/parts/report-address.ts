import { useLocation, useNavigate } from '@kituo/sdk';

/** A figure that is open: of which query, which measure, and which row; without a key the total. */
export interface OpenFigure {
  /** Of which report, where a page has several. */
  readonly of: string | null;
  readonly queryId: string;
  readonly measure: string;
  readonly key?: string;
}

/** The rows behind a figure have an address of their own, so that "back" leads to the figures. */
export function useFigureAddress(): {
  readonly figure: OpenFigure | null;
  open(figure: OpenFigure): void;
  close(): void;
} {
  const { search } = useLocation();
  const go = useNavigate();
  const query = new URLSearchParams(search);
  const [queryId, measure, key] = [query.get('query'), query.get('measure'), query.get('key')];
  const isOpen = query.get('tab') === 'rows' && queryId !== null && measure !== null;
  return {
    figure: isOpen ? { of: query.get('of'), queryId, measure, ...(key !== null && { key }) } : null,
    open: (figure) => {
      const next = new URLSearchParams({ tab: 'rows', query: figure.queryId, measure: figure.measure });
      if (figure.of !== null) next.set('of', figure.of);
      if (figure.key !== undefined) next.set('key', figure.key);
      void go({ search: `?${next.toString()}` });
    },
    close: () => {
      void go(-1);
    },
  };
}
