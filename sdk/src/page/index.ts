/** `@kituo/sdk/page`: headless hooks and small parts that pages are composed of. */
export { defineColumns, flag, money, number, several, status, text, time } from './list/columns.ts';
export type { Column, FieldOf } from './list/columns.ts';
export { defineDictionary } from './list/dictionary.ts';
export type { Dictionary, StatusTone } from './list/dictionary.ts';
export { containing, dateRange, defineFilters, oneOf, tree, yesNo } from './list/filters.ts';
export type { Filter, Filters } from './list/filters.ts';
export { remoteOptions } from './list/option-source.ts';
export type { Option, OptionSource } from './list/option-source.ts';
export { useList } from './list/use-list.ts';
export type { List, ListOptions } from './list/use-list.ts';
export { undoWith, useAction } from './action/use-action.ts';
export type { Action, ActionOptions } from './action/use-action.ts';
export { useDetail } from './use-detail.ts';
export type { Detail } from './use-detail.ts';
export { useExport } from './use-export.ts';
export type { Exporter } from './use-export.ts';
