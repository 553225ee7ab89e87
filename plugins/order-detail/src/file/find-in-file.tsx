import { useText } from '@kituo/sdk';
import { useEffect, useRef, useState } from 'react';
import { textRanges } from './text-ranges.ts';

const ALL = 'of-found';
const CURRENT = 'of-found-now';
/** One letter is everywhere. */
const FEWEST_LETTERS = 2;

/** Marks ranges in the page without changing it, where the browser can. */
function mark(name: string, ranges: readonly Range[]): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/** Search within the file that is open: what is in its head, its open tab and below. Enter goes on. */
export function FindInFile() {
  const t = useText();
  const box = useRef<HTMLFormElement>(null);
  const found = useRef<readonly Range[]>([]);
  const [words, setWords] = useState('');
  const [count, setCount] = useState(0);
  const [place, setPlace] = useState(0);
  const wanted = words.trim();
  const isAsked = wanted.length >= FEWEST_LETTERS;
  useEffect(() => {
    const root = box.current?.closest('.of-page') ?? null;
    const look = (): void => {
      found.current = root === null || !isAsked ? [] : textRanges(root, wanted, box.current);
      mark(ALL, found.current);
      mark(CURRENT, []);
      setCount(found.current.length);
      setPlace(0);
    };
    look();
    // Another tab, or an answer that comes later, is searched as well. What this box says itself is not.
    const observer = new MutationObserver((changes) => {
      if (changes.some(({ target }) => box.current?.contains(target) !== true)) look();
    });
    if (root !== null && isAsked) observer.observe(root, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      mark(ALL, []);
      mark(CURRENT, []);
    };
  }, [wanted, isAsked]);
  const next = (): void => {
    const range = found.current[place % Math.max(1, count)];
    if (range === undefined) return;
    mark(CURRENT, [range]);
    range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    setPlace((place % count) + 1);
  };
  return (
    <form
      ref={box}
      className="of-find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <input
        type="search"
        className="bp6-input"
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        title={t('find.hint')}
        maxLength={64}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setWords('');
        }}
      />
      <span className="kp-muted ks-figures" role="status">
        {!isAsked ? '' : count === 0 ? t('find.none') : t('find.place', { place, count })}
      </span>
    </form>
  );
}
