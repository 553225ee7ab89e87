import { useState } from 'react';
import { callFile } from '../api/call.ts';
import { saveFile } from '../api/download.ts';
import type { Endpoint, RequestOf } from '../contracts/endpoint.ts';
import { usePluginScope } from '../scope/use-plugin-scope.ts';
import { useAccess } from './action/access.ts';
import type { List, ListRequest } from './list/use-list.ts';
import { useKitText } from './platform.ts';

export type ExportFormat = 'csv' | 'xlsx';

/** What is exported: exactly what the filters match, or of that just the selected rows. */
export interface ExportScope {
  readonly format: ExportFormat;
  readonly filters: ListRequest['filters'];
  readonly sort: ListRequest['sort'];
  /** The ids of the selected rows; undefined for all that match. */
  readonly ids: readonly string[] | undefined;
}

export interface Exporter {
  readonly isPermitted: boolean;
  readonly isPending: boolean;
  readonly filteredCount: number;
  readonly selectedCount: number;
  run(what: 'filtered' | 'selected', format: ExportFormat): Promise<void>;
}

/** Downloads what a list shows, masked as the reader is masked. One at a time. */
export function useExport<E extends Endpoint, Row>(options: {
  readonly list: List<Row>;
  readonly endpoint: E;
  readonly request: (scope: ExportScope) => RequestOf<E>;
}): Exporter {
  const { list, endpoint } = options;
  const kit = useKitText();
  const scope = usePluginScope();
  const isPermitted = useAccess(endpoint);
  const [isPending, setPending] = useState(false);
  return {
    isPermitted,
    isPending,
    filteredCount: list.total,
    selectedCount: list.selection.count,
    run: async (what, format) => {
      if (isPending) return;
      setPending(true);
      const { filters, sort } = list.request;
      const ids = what === 'selected' ? [...list.selection.rows.keys()] : undefined;
      try {
        const file = await callFile(endpoint, options.request({ format, filters, sort, ids }), {
          signal: scope.signal,
        });
        saveFile(file);
        scope.toast.success(kit('export.done', { file: file.fileName }));
      } catch {
        // `callFile` has said what went wrong; there is nothing half-done to mend.
      } finally {
        setPending(false);
      }
    },
  };
}
