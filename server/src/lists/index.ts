export { defineList } from './define-list.ts';
export type { List } from './define-list.ts';
export type { Reading } from './reading.ts';
export { admitAddition, admitPhones, admitSearch, isHiddenFrom, type PersonalSearch } from './personal-search.ts';
