/** What the sign-in form needs to know of the check. */
export type SliderState =
  | { readonly kind: 'dealing' }
  | { readonly kind: 'notRequired' }
  | { readonly kind: 'open' }
  | { readonly kind: 'passed'; readonly ticket: string }
  | { readonly kind: 'failed' };
