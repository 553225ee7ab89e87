import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import type { Endpoint, RequestOf } from '../contracts/endpoint.ts';
import { NOTHING } from '../format/money.ts';
import { areRevealsWithheld } from '../mask/reveals.ts';
import { useText } from '../scope/use-plugin-scope.ts';
import { CopyIcon } from './copy-icon.tsx';
import { EyeOff, EyeOpen } from './later-icons.ts';

/** Milliseconds after which a shown value hides again. */
export const SHOWN_MS = 60_000;

/**
 * A value that is shown for a while: null while it is hidden. Hidden again after 60 s, and at once where the place
 * is now about something else than `of`: a drawer that goes on to the next customer never shows the last one's phone.
 */
export function useShownValue(of: string): readonly [value: string | null, show: (value: string | null) => void] {
  const [shown, setShown] = useState<{ of: string; value: string } | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => {
      setShown(null);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [shown]);
  useEffect(() => {
    return () => {
      setShown(null);
    };
  }, [of]);
  const show = (value: string | null) => {
    setShown(value === null ? null : { of, value });
  };
  return [shown?.of === of ? shown.value : null, show];
}

/** A masked value with the button that shows or hides it; shown, it can be copied. */
export function ShownValue(props: {
  /** Null while it is hidden. */
  readonly value: string | null;
  /** What is there until it is shown. */
  readonly masked: string;
  readonly isAsking: boolean;
  readonly onToggle: () => void;
}) {
  const { value } = props;
  const t = useText('sdk');
  if (areRevealsWithheld()) return <span className="ks-figures">{props.masked}</span>;
  const isShown = value !== null;
  const Icon = isShown ? EyeOff : EyeOpen;
  return (
    <span className="ks-shown">
      <span className="ks-figures" aria-live="polite">
        {value ?? props.masked}
      </span>
      <button
        type="button"
        className="ks-icon-button"
        aria-label={t(isShown ? 'show.hide' : 'show.label')}
        title={isShown ? t('show.again', { seconds: SHOWN_MS / 1000 }) : t('show.label')}
        disabled={props.isAsking}
        onClick={props.onToggle}
      >
        <Icon aria-hidden title={false} />
      </button>
      {isShown && value !== NOTHING && <CopyIcon value={value} />}
    </span>
  );
}

/**
 * Fetches one value on a click, shows it with a copy icon, and hides it again after 60 s. The reply's
 * `data` is the value; '-' when empty. `params` name ids and the purpose, never the value.
 *
 * @example <ShowAndCopy endpoint={user.phone} params={{ userNo }} masked="25*******678" />
 */
export function ShowAndCopy<E extends Endpoint>(props: {
  readonly endpoint: E;
  readonly params: RequestOf<E>;
  /** What is there until it is shown. */
  readonly masked: string;
}) {
  const [value, setValue] = useShownValue(JSON.stringify(props.params));
  const [isAsking, setAsking] = useState(false);
  const show = async () => {
    setAsking(true);
    try {
      const shown: unknown = await call(props.endpoint, props.params);
      setValue(typeof shown === 'string' && shown !== '' ? shown : NOTHING);
    } catch {
      // The client has said why.
    } finally {
      setAsking(false);
    }
  };
  return (
    <ShownValue
      value={value}
      masked={props.masked}
      isAsking={isAsking}
      onToggle={() => {
        if (value === null) void show();
        else setValue(null);
      }}
    />
  );
}
