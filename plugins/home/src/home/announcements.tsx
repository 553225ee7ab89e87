import { ApiError, Button, call, ChevronDown, EatTime, useText, announcement } from '@kituo/sdk';

import type { ReplyOf } from '@kituo/sdk/contracts';
import { useEffect, useRef, useState } from 'react';

export type Announcement = ReplyOf<typeof announcement.mine>[number];

const FOLDED_KEY = 'kituo_home_folded_announcements';

function readFolded(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(FOLDED_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** The announcements above everything else, newest first; each can be folded to its title. */
export function AnnouncementStrip(props: { readonly announcements: readonly Announcement[] }) {
  const t = useText();
  const [folded, setFolded] = useState(readFolded);
  if (props.announcements.length === 0) return null;
  const toggle = (announcementNo: string) => {
    const next = folded.includes(announcementNo)
      ? folded.filter((each) => each !== announcementNo)
      : [...folded, announcementNo];
    setFolded(next);
    sessionStorage.setItem(FOLDED_KEY, JSON.stringify(next));
  };
  return (
    <section className="home-strip" aria-label={t('home.announcements')}>
      {props.announcements.map((each) => {
        const isOpen = !folded.includes(each.announcementNo);
        return (
          <article key={each.announcementNo} className="home-announcement">
            <header>
              <h2>{each.title}</h2>
              <span className="home-quiet">
                <EatTime at={each.startAt} dayOnly />
              </span>
              <button
                type="button"
                className={isOpen ? 'ks-icon-button home-fold-open' : 'ks-icon-button'}
                aria-expanded={isOpen}
                aria-label={t(isOpen ? 'home.fold' : 'home.unfold')}
                onClick={() => {
                  toggle(each.announcementNo);
                }}
              >
                <ChevronDown aria-hidden title={false} />
              </button>
            </header>
            {isOpen && <p>{each.content}</p>}
          </article>
        );
      })}
    </section>
  );
}

/** Covers Home until an announcement that demands it is confirmed. */
export function AnnouncementCover(props: {
  readonly announcement: Announcement;
  readonly left: number;
  readonly onConfirmed: () => void;
}) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isSending, setSending] = useState(false);
  const { announcementNo, title, content, startAt } = props.announcement;
  useEffect(() => {
    heading.current?.focus();
  }, [announcementNo]);

  const confirm = async () => {
    setSending(true);
    try {
      // The number makes the key: a confirmation sent again has one effect.
      const idempotencyKey = `announcement-${announcementNo}`.padEnd(16, '-').slice(0, 64);
      await call(announcement.confirm, { announcementNo }, { showLoading: false, idempotencyKey });
      props.onConfirmed();
    } catch (cause) {
      // Abolished meanwhile: there is nothing left to confirm.
      if (cause instanceof ApiError && !cause.isNetwork) props.onConfirmed();
    } finally {
      setSending(false);
    }
  };
  return (
    <section className="home-cover" aria-labelledby="home-cover-title">
      <div className="home-cover-card">
        <p className="home-quiet">
          {t('home.mustConfirm')} · <EatTime at={startAt} />
        </p>
        <h1 id="home-cover-title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="home-cover-text">{content}</p>
        <footer>
          {props.left > 1 && <span className="home-quiet">{t('home.left', { count: props.left - 1 })}</span>}
          <Button intent="primary" loading={isSending} text={t('home.confirm')} onClick={() => void confirm()} />
        </footer>
      </div>
    </section>
  );
}
