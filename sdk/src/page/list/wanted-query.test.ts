import { expect, it } from 'vitest';
import { WantedQuery } from './wanted-query.ts';

const set = (name: string) => (query: URLSearchParams) => {
  const next = new URLSearchParams(query);
  next.set(name, 'x');
  return next;
};

it('loses no change that was requested while an earlier one was being drawn', () => {
  const wanted = new WantedQuery(new URLSearchParams());
  const first = wanted.change(set('first')).toString();
  const second = wanted.change(set('second')).toString();
  wanted.drawn(first);
  expect(wanted.change(set('third')).toString()).toBe('first=x&second=x&third=x');
  wanted.drawn(second);
  expect(wanted.current.toString()).toBe('first=x&second=x&third=x');
});

it('goes on from what is drawn once nothing is on its way, and from an address that came from elsewhere', () => {
  const wanted = new WantedQuery(new URLSearchParams());
  wanted.change(set('first'));
  wanted.drawn(wanted.change(set('second')).toString());
  wanted.drawn('');
  expect(wanted.change(set('third')).toString()).toBe('third=x');
  wanted.drawn('view=other');
  expect(wanted.current.toString()).toBe('view=other');
});

it('keeps what is on its way while the same is drawn again, and forgets what came back before it was drawn', () => {
  const wanted = new WantedQuery(new URLSearchParams());
  const there = wanted.change(set('there')).toString();
  wanted.drawn('');
  expect(wanted.current.toString()).toBe(there);
  wanted.change(() => new URLSearchParams());
  wanted.drawn('');
  wanted.drawn(there);
  expect(wanted.current.toString()).toBe(there);
});
