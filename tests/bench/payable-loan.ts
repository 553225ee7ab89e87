/** A loan with money that came in for it and waits to be applied. */
export interface PayableLoan {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly flowNo: string;
  readonly cents: number;
  /** EAT. */
  readonly today: string;
}
