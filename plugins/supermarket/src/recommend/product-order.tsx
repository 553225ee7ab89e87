import { Button, useText } from '@kituo/sdk';
import { useFormValues, useOptions, useWriteField } from '@kituo/sdk/page';
import { useRef } from 'react';
import { productOptions } from './product-options.ts';

/** The list with one moved to another place. */
export function moved<One>(all: readonly One[], from: number, to: number): One[] {
  const rest = all.filter((_, place) => place !== from);
  const one = all[from];
  return one === undefined ? [...all] : [...rest.slice(0, to), one, ...rest.slice(to)];
}

/** The chosen products in their order: dragged, or moved by the arrow keys and buttons. */
export function ProductOrder() {
  const t = useText();
  const write = useWriteField();
  const { options } = useOptions(productOptions);
  const chosen = useFormValues()['marketProductNos'];
  const dragged = useRef<number | null>(null);
  const nos = Array.isArray(chosen) ? chosen.map(String) : [];
  if (nos.length < 2) return null;
  const move = (from: number, to: number): void => {
    if (to >= 0 && to < nos.length && to !== from) write('marketProductNos', moved(nos, from, to));
  };
  const nameOf = (no: string) => options.find(({ value }) => value === no)?.label ?? no;
  return (
    <fieldset>
      <legend>{t('recommend.order')}</legend>
      <ol className="kp-facts" aria-label={t('recommend.order')}>
        {nos.map((no, place) => (
          <li
            key={no}
            draggable
            tabIndex={0}
            aria-label={t('recommend.placeOf', { name: nameOf(no), place: place + 1, count: nos.length })}
            onDragStart={() => {
              dragged.current = place;
            }}
            onDragOver={(event) => {
              event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged.current !== null) move(dragged.current, place);
              dragged.current = null;
            }}
            onKeyDown={(event) => {
              const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
              if (step === undefined || event.target !== event.currentTarget) return;
              event.preventDefault();
              move(place, place + step);
            }}
          >
            {nameOf(no)}{' '}
            <Button
              size="small"
              variant="minimal"
              text="↑"
              aria-label={t('recommend.earlier', { name: nameOf(no) })}
              disabled={place === 0}
              onClick={() => {
                move(place, place - 1);
              }}
            />
            <Button
              size="small"
              variant="minimal"
              text="↓"
              aria-label={t('recommend.later', { name: nameOf(no) })}
              disabled={place === nos.length - 1}
              onClick={() => {
                move(place, place + 1);
              }}
            />
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
