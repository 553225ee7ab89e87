import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

export const selectOption = z.object({
  dictKey: z.string(),
  /** The text in the caller's language. */
  label: z.string(),
  /** A Blueprint intent for the status tag: none, primary, success, warning, danger. */
  tagColour: z.nullable(z.string()),
  enabled: z.boolean(),
});
export type SelectOption = z.output<typeof selectOption>;

const dictionary = {
  method: 'GET',
  access: 'signedIn',
  kind: 'query',
  request: z.object({
    dictKey: z
      .string()
      .check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'A dictionary key such as USER_STATUS')),
  }),
  reply: z.array(selectOption),
} as const;

export const getSelectOptionRespDtos = defineEndpoint({
  ...dictionary,
  name: 'dictionary.getSelectOptionRespDtos',
  path: 'getSelectOptionRespDtos/{dictKey}',
  summary: 'The enabled values of a dictionary, in their order',
});

export const getEnabledNotEnabledOptionRespDtos = defineEndpoint({
  ...dictionary,
  name: 'dictionary.getEnabledNotEnabledOptionRespDtos',
  path: 'getEnabledNotEnabledOptionRespDtos/{dictKey}',
  summary: 'All values of a dictionary, retired ones too: for filters',
});
