import { ApiError, call, newIdempotencyKey, track, useOpenForm } from '@kituo/sdk';
import { orderAudit } from '@kituo/sdk/contracts';
import type { FieldMessage } from '@kituo/sdk/contracts';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { decisionOf, draftOf, rejectionOf, valuesOf } from './review-form.ts';
import type { ReviewValues } from './review-form.ts';

/** Milliseconds after the last key until what was typed is kept. */
const SAVE_AFTER_MS = 1_200;
/** Milliseconds until a draft that could not be kept is sent again. */
const AGAIN_AFTER_MS = 10_000;
/** Refusals after which the order is somebody else's matter: the form is locked. */
const LOST = ['REVIEW_TAKEN_OVER', 'LEASE_ENDED', 'ALREADY_DECIDED', 'ILLEGAL_TRANSITION'];

/** What changes of the form; a function of how it stands then, for what comes later than it was requested. */
export type ReviewChange = Partial<ReviewValues> | ((now: ReviewValues) => Partial<ReviewValues>);

/** One review from opening to deciding: lease, draft, form, decision. */
export interface Review {
  /** Null while it opens, and where it could not be opened: see `refusal`. */
  readonly panel: orderAudit.Panel | null;
  readonly values: ReviewValues | null;
  /** Why the caller has no panel: who has the order, or what became of it. */
  readonly refusal: ApiError | null;
  /** Why the form is locked; null while it is the caller's. */
  readonly lost: ApiError | null;
  /** What the last decision was refused for. */
  readonly error: ApiError | null;
  readonly savedAt: string | null;
  /** Why the last draft could not be kept; it is tried again while the page is open. */
  readonly saveFault: ApiError | null;
  readonly isSending: boolean;
  change(part: ReviewChange): void;
  renew(): void;
  /** Puts messages beside fields before anything is sent. */
  mark(fields: readonly FieldMessage[]): void;
  decide(): Promise<orderAudit.Decided | null>;
}

export function useReview(orderNo: string, onDecided: (decided: orderAudit.Decided) => void): Review {
  const [panel, setPanel] = useState<orderAudit.Panel | null>(null);
  const [values, setValues] = useState<ReviewValues | null>(null);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [lost, setLost] = useState<ApiError | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [saveFault, setSaveFault] = useState<ApiError | null>(null);
  const [edits, setEdits] = useState(0);
  const isUnsaved = useRef(false);
  const drafts = useRef(0);
  const openedAt = useRef(0);
  // One key a decision: a click repeated after a lost reply has one effect.
  const key = useRef(newIdempotencyKey());

  const open = useCallback(
    async (isFirst: boolean): Promise<void> => {
      try {
        const opened = await call(orderAudit.open, { orderNo }, { quiet: true, showLoading: false });
        setPanel(opened);
        if (!isFirst) return;
        setValues(valuesOf(opened));
        setSavedAt(opened.draft?.savedAt ?? null);
        openedAt.current = Date.now();
      } catch (cause) {
        if (!(cause instanceof ApiError) || cause.isCancelled) return;
        if (isFirst) setRefusal(cause);
        else if (LOST.includes(cause.error)) setLost(cause);
      }
    },
    [orderNo],
  );
  useEffect(() => {
    // Reads and takes the lease once for the order that is shown.
    void open(true);
  }, [open]);

  const save = useEffectEvent(async (): Promise<void> => {
    if (panel === null || values === null || lost !== null || !isUnsaved.current) return;
    isUnsaved.current = false;
    const mine = (drafts.current += 1);
    const request = { orderNo, content: draftOf(panel, values) };
    try {
      const saved = await call(orderAudit.draft, request, { quiet: true, showLoading: false });
      // The end of an earlier one says nothing of what was typed since.
      if (mine === drafts.current) {
        setSavedAt(saved.savedAt);
        setSaveFault(null);
      }
      setPanel((now) => now && { ...now, leaseEndsAt: saved.leaseEndsAt });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      isUnsaved.current = true;
      if (LOST.includes(cause.error)) setLost(cause);
      else setSaveFault(cause);
    }
  });
  useEffect(() => {
    if (saveFault === null) return;
    const timer = setTimeout(() => void save(), AGAIN_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [saveFault]);
  // Whoever leaves right after the last key keeps that key, too.
  useEffect(() => () => void save(), []);
  useEffect(() => {
    if (edits === 0) return;
    isUnsaved.current = true;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [edits]);
  useOpenForm({
    formId: `orderAudit:${orderNo}`,
    idempotencyKey: '',
    title: orderNo,
    subject: orderNo,
    // The server has it: a reload finds the draft there.
    read: () => null,
  });

  const decide = async (): Promise<orderAudit.Decided | null> => {
    if (panel === null || values === null || values.auditResult === null) return null;
    setSending(true);
    setError(null);
    isUnsaved.current = false;
    const options = { idempotencyKey: key.current, quiet: true };
    try {
      const decided =
        values.auditResult === 'REJECT'
          ? await call(orderAudit.reject, rejectionOf(orderNo, panel, values), options)
          : await call(orderAudit.audit, decisionOf(orderNo, panel, values), options);
      track({
        eventType: 'COMMAND',
        pageName: 'OrderAudit',
        orderNo,
        type: `orderAudit.${decided.auditResult.toLowerCase()}`,
        // How long an order takes: what team leads look at.
        duration: Date.now() - openedAt.current,
      });
      onDecided(decided);
      return decided;
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (!cause.isNetwork) key.current = newIdempotencyKey();
      if (LOST.includes(cause.error)) setLost(cause);
      else setError(cause);
      isUnsaved.current = edits > 0;
      // The bound may have moved: it is read again, and what was typed stays.
      if (cause.error === 'APPROVED_OUT_OF_BOUNDS') void open(false);
      return null;
    } finally {
      setSending(false);
    }
  };
  return {
    panel,
    values,
    refusal,
    lost,
    error,
    savedAt,
    saveFault,
    isSending,
    change: (part) => {
      setValues((now) => now && { ...now, ...(typeof part === 'function' ? part(now) : part) });
      setError(null);
      setEdits((count) => count + 1);
    },
    renew: () => void open(false),
    mark: (fields) => {
      setError(new ApiError({ code: -1, error: 'BAD_REQUEST', msg: '', fields, status: 0 }));
    },
    decide,
  };
}
