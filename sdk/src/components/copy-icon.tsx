import { useEffect, useState } from 'react';
import { usePluginScope, useText } from '../scope/use-plugin-scope.ts';
import { Duplicate, Tick } from './icons.ts';
import { copyText } from './copy-text.ts';

/** Milliseconds that "Copied" stands. */
export const COPIED_MS = 2000;

function useCopied(): [isCopied: boolean, copy: (value: string) => void] {
  const [copiedAt, setCopiedAt] = useState(0);
  const t = useText('sdk');
  const scope = usePluginScope();
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => {
      setCopiedAt(0);
    }, COPIED_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [copiedAt]);
  const copy = (value: string) => {
    void copyText(value).then((isDone) => {
      if (isDone) setCopiedAt(Date.now());
      else scope.toast.warning(t('copy.refused'));
    });
  };
  return [copiedAt !== 0, copy];
}

/**
 * Copies a value and says "Copied" for two seconds. `size` in pixels, 18 unless said otherwise.
 *
 * @example <CopyIcon value={order.orderNo} />
 */
export function CopyIcon(props: { readonly value: string; readonly size?: number }) {
  const t = useText('sdk');
  const [isCopied, copy] = useCopied();
  const Icon = isCopied ? Tick : Duplicate;
  return (
    <button
      type="button"
      className="ks-icon-button ks-copy"
      aria-label={t('copy.label')}
      title={t('copy.label')}
      onClick={(event) => {
        event.stopPropagation();
        copy(props.value);
      }}
    >
      <Icon size={props.size ?? 18} aria-hidden title={false} />
      <span className="ks-copied" role="status">
        {isCopied ? t('copy.done') : ''}
      </span>
    </button>
  );
}

/** "Copy details" of an error: request, page and time, for support. */
export function CopyDetails(props: { readonly details: string }) {
  const t = useText('sdk');
  const [isCopied, copy] = useCopied();
  return (
    <button
      type="button"
      className="ks-link-button"
      onClick={() => {
        copy(props.details);
      }}
    >
      {t(isCopied ? 'copy.done' : 'copy.details')}
    </button>
  );
}
