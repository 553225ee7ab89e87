import { useRef } from 'react';
import type * as z from 'zod/mini';
import type { Endpoint, RequestOf } from '../../contracts/endpoint.ts';
import { MAX_SELECTION } from '../../contracts/list.ts';
import { formatCount } from '../../format/money.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { announce } from '../action/undo.ts';
import type { WaitingIn } from '../action/undo.ts';
import { useAction } from '../action/use-action.ts';
import type { Action } from '../action/use-action.ts';
import type { List, ListRequest } from '../list/use-list.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { useFollowedJob } from './use-followed-job.ts';
import type { FollowedJob } from './use-followed-job.ts';

/** What a batch works on: the selected rows, or everything the filters match. */
export interface BatchScope {
  /** The ids of the selected rows; null for all that match `filters`. */
  readonly ids: readonly string[] | null;
  readonly filters: ListRequest['filters'];
  readonly count: number;
}

/** A command that starts a job. Without a `jobNo` it awaits approval instead. */
export type JobCommand = Endpoint<z.ZodMiniType, z.ZodMiniType<{ readonly jobNo?: string | null | undefined }>>;

export interface BatchOptions<E extends JobCommand, Row, Values> {
  /** Texts: `action.<name>.label` (the button), `.title`, `.submit`, `.done` (with `count` and `failed`). */
  readonly name: string;
  readonly endpoint: E;
  /** The kind of its jobs, by which one that runs is found again: `order.close`. */
  readonly jobKind: string;
  readonly list: List<Row>;
  readonly request: (scope: BatchScope, values: Values) => RequestOf<E>;
  /** How many rows the endpoint takes, where that is less than can be selected. */
  readonly most?: number;
  /** True where the endpoint takes everything the filters match, too. */
  readonly takesFilter?: boolean;
  readonly isDangerous?: boolean;
  /** As `waitsIn` of an action. */
  readonly waitsIn?: WaitingIn;
  /** The opposite command over what was worked on, offered for `forMs` from the start. */
  readonly undo?: {
    readonly endpoint: JobCommand;
    readonly forMs: number;
    readonly run: (scope: BatchScope) => Promise<{ readonly jobNo?: string | null | undefined }>;
  };
}

/** The job that was started here last, and over what. */
interface Started {
  readonly jobNo: string;
  readonly wanted: BatchScope;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Something done with many rows: its button is in the bar of selected rows. */
export interface OfSelection<Values = Record<never, never>> {
  /** For its form or confirmation: `FormDialog`, `FormDrawer`, `Confirm` take it. */
  readonly action: Action<BatchScope, Values>;
  readonly selected: BatchScope;
  /** Null where the endpoint takes selected rows alone. */
  readonly filtered: BatchScope | null;
  /** Its job; none where it is done at once. */
  readonly followed?: FollowedJob;
}

/** Something done to many rows by a job. */
export interface Batch<Values = Record<never, never>> extends OfSelection<Values> {
  readonly followed: FollowedJob;
}

/**
 * A command over the selected rows or the whole filter, carried out by a job on the server: live
 * progress, a result for each row, cancel, resume and retry. The job is found again after a reload.
 *
 * @example
 * const close = useBatch({
 *   name: 'close', endpoint: order.closeMany, jobKind: 'order.close', list,
 *   request: ({ ids }, values: { reason: string }) => ({ orderNos: [...(ids ?? [])], ...values }),
 * });
 */
export function useBatch<E extends JobCommand, Row, Values = Record<never, never>>(
  options: BatchOptions<E, Row, Values>,
): Batch<Values> {
  const { name, list } = options;
  const t = usePluginText();
  const kit = useKitText();
  const scope = usePluginScope();
  const started = useRef<Started | null>(null);
  const undoOf = async (wanted: BatchScope): Promise<unknown> => {
    const reply = await options.undo?.run(wanted);
    if (typeof reply?.jobNo !== 'string') return null;
    followed.follow(reply.jobNo);
    return 'FOLLOWED';
  };
  const { most = MAX_SELECTION } = options;
  const asked = useAction<E, BatchScope, Values>({
    name,
    endpoint: options.endpoint,
    request: options.request,
    list: { refresh: list.refresh },
    facts: ({ count }) => ({ count, failed: 0 }),
    isDangerous: options.isDangerous ?? false,
    isSilent: (reply) => typeof reply.jobNo === 'string',
    ...(options.waitsIn && { waitsIn: options.waitsIn }),
    ...(options.undo && { undo: { ...options.undo, run: undoOf } }),
    onDone: (reply, wanted) => {
      list.selection.clear();
      if (typeof reply.jobNo !== 'string') return;
      started.current = { jobNo: reply.jobNo, wanted, at: Date.now() };
      followed.follow(reply.jobNo);
    },
  });
  const action: Action<BatchScope, Values> = {
    ...asked,
    open: (wanted) => {
      // Said before anything is filled in; the selection stays.
      if ((wanted.ids?.length ?? 0) > most) scope.toast.warning(kit('selection.tooMany', { count: formatCount(most) }));
      else asked.open(wanted);
    },
  };
  const followed = useFollowedJob({
    kind: options.jobKind,
    isPermitted: action.isPermitted,
    onEnd: (job) => {
      list.refresh();
      const text = t(`action.${name}.done`, { count: job.succeeded, failed: job.failed });
      const { jobNo, wanted, at } = started.current ?? {};
      const forMs = (options.undo?.forMs ?? 0) - (Date.now() - (at ?? 0));
      if (wanted !== undefined && jobNo === job.jobNo && job.succeeded > 0 && forMs > 0) {
        announce({ scope, kit }, text, {
          undo: () => undoOf(wanted),
          forMs,
          refresh: list.refresh,
        });
        return;
      }
      // What failed opens the panel, which says it.
      if (job.jobStatus === 'SUCCESS' && !followed.isShown) scope.toast.success(text);
    },
  });
  const { filters } = list.request;
  const ids = [...list.selection.rows.keys()];
  return {
    action,
    followed,
    selected: { ids, filters, count: ids.length },
    filtered: options.takesFilter === true ? { ids: null, filters, count: list.total } : null,
  };
}
