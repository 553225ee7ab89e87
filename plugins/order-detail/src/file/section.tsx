import { EatTime, useText } from '@kituo/sdk';
import { Answered } from '@kituo/sdk/page';
import type { Detail } from '@kituo/sdk/page';
import type { ReactNode } from 'react';

/** A titled part of the file. */
export function Section(props: {
  readonly title: string;
  readonly children: ReactNode;
  /** True for what takes the whole width: tables. */
  readonly isWide?: boolean;
  readonly action?: ReactNode;
}) {
  return (
    <section className={props.isWide === true ? 'of-section of-wide' : 'of-section'} aria-label={props.title}>
      <header className="of-section-head">
        <h2>{props.title}</h2>
        {props.action}
      </header>
      {props.children}
    </section>
  );
}

/** What a provider said, or since when it has not: an answer that never came is not an empty table. */
export function NotDelivered(props: { readonly askedAt: string | null }) {
  const t = useText();
  return (
    <p className="of-missing">
      {props.askedAt === null ? (
        t('evidence.notAsked')
      ) : (
        <>
          {t('evidence.notDelivered')} <EatTime at={props.askedAt} />
        </>
      )}
    </p>
  );
}

/** As `Answered`, for a provider's answer: it may not have been delivered. */
export function Evidence<Content>(props: {
  readonly detail: Detail<{ readonly askedAt: string | null; readonly content: Content | null }>;
  readonly children: (content: Content) => ReactNode;
}) {
  return (
    <Answered detail={props.detail}>
      {({ askedAt, content }) => (content === null ? <NotDelivered askedAt={askedAt} /> : props.children(content))}
    </Answered>
  );
}
