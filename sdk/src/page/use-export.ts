import { useState } from 'react';
import { call, callFile } from '../api/call.ts';
import { saveFile } from '../api/download.ts';
import type { Endpoint, RequestOf } from '../contracts/endpoint.ts';
import { saveJobFile } from '../jobs/own-jobs.ts';
import { usePluginScope } from '../scope/use-plugin-scope.ts';
import { useAccess } from './action/access.ts';
import { useFollowedJob } from './batch/use-followed-job.ts';
import type { FollowedJob } from './batch/use-followed-job.ts';
import type { ListRequest } from './list/use-list.ts';
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
  /** The job that writes the file; nothing in it where the endpoint answers the file itself. */
  readonly followed: FollowedJob;
  run(what: 'filtered' | 'selected', format: ExportFormat): Promise<void>;
}

/** What an export needs of a list, or of a tree. */
export interface Exported {
  readonly request: Pick<ListRequest, 'filters' | 'sort'>;
  readonly total: number;
  readonly selection: { readonly count: number; readonly rows: ReadonlyMap<string, unknown> };
}

export interface ExportOptions<E extends Endpoint> {
  readonly list: Exported;
  /** A command that starts a job (`jobNo` in its reply), or an endpoint that answers the file. */
  readonly endpoint: E;
  /** The kind of its jobs, by which one that runs is found again: `users.export`. Left out with a file. */
  readonly jobKind?: string;
  readonly request: (scope: ExportScope) => RequestOf<E>;
}

/**
 * Downloads what a list shows, masked as the reader is masked: one at a time, as a job whose progress is
 * seen, which can be called off, and whose file arrives automatically, after a reload, too.
 */
export function useExport<E extends Endpoint>(options: ExportOptions<E>): Exporter {
  const { list, endpoint } = options;
  const kit = useKitText();
  const scope = usePluginScope();
  const isPermitted = useAccess(endpoint);
  const [isPending, setPending] = useState(false);
  const followed = useFollowedJob({
    kind: options.jobKind ?? endpoint.name,
    isPermitted: isPermitted && options.jobKind !== undefined,
    onEnd: (job) => {
      if (job.jobStatus === 'FAILURE') scope.toast.fail(job.reason ?? kit('export.failed'));
      if (!job.allowedActions.includes('download')) return;
      scope.toast.success(kit('export.done', { file: job.fileName ?? '' }));
      void saveJobFile(job);
    },
  });
  const send = async (request: RequestOf<E>): Promise<void> => {
    if (endpoint.replyForm !== 'file') {
      const reply: unknown = await call(endpoint, request);
      const jobNo = jobNoOf(reply);
      if (jobNo === null) throw new TypeError(`${endpoint.name} answered no jobNo`);
      followed.follow(jobNo, { isShown: false });
      return;
    }
    const file = await callFile(endpoint, request, { signal: scope.signal });
    saveFile(file);
    scope.toast.success(kit('export.done', { file: file.fileName }));
  };
  return {
    isPermitted,
    isPending,
    filteredCount: list.total,
    selectedCount: list.selection.count,
    followed,
    run: async (what, format) => {
      if (isPending || followed.isLive) return;
      setPending(true);
      const { filters, sort } = list.request;
      const ids = what === 'selected' ? [...list.selection.rows.keys()] : undefined;
      try {
        await send(options.request({ format, filters, sort, ids }));
      } catch (cause) {
        // `call` has said what was refused; there is nothing half-done to fix.
        if (cause instanceof TypeError) throw cause;
      } finally {
        setPending(false);
      }
    },
  };
}

function jobNoOf(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null || !('jobNo' in reply)) return null;
  return typeof reply.jobNo === 'string' ? reply.jobNo : null;
}
