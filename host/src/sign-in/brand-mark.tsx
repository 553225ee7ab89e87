/** The station: a roof over three tracks. */
export function BrandMark() {
  return (
    <svg className="k-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="var(--k-accent)" />
      <path d="M5 10.5 12 5l7 5.5" fill="none" stroke="var(--k-on-accent)" strokeWidth="2" />
      <path d="M8 12v7M12 12v7M16 12v7" stroke="var(--k-on-accent)" strokeWidth="2" />
    </svg>
  );
}
