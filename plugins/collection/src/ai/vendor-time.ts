const isMoment = (told: string) => /^\d{4}-\d\d-\d\dT/.test(told) && !Number.isNaN(Date.parse(told));

/** When something happened by the vendor's clock; as it came where that is no moment. */
export const vendorTime = {
  isSortable: false,
  code: null,
  isHiddenAtFirst: false,
  key: 'vendorEventAt',
  kind: 'time',
  width: 165,
  valueOf: ({ vendorEventAt: told }: { readonly vendorEventAt: string | null }) =>
    told === null || isMoment(told)
      ? ({ kind: 'time', iso: told } as const)
      : ({ kind: 'text', text: told, mask: null } as const),
} as const;
