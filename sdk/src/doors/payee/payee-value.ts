/** A payee as somebody types it. */
export interface PayeeValue {
  readonly payoutType: 'MOBILE_MONEY' | 'BANK' | 'E_WALLET';
  readonly payoutSubType: string;
  readonly accountName: string;
  readonly phone: string;
  readonly bankName: string;
  readonly bankCardNo: string;
  readonly eWalletAccount: string;
  readonly evidence: { readonly attachId: string; readonly fileName: string } | null;
}

export const NO_PAYEE: PayeeValue = {
  payoutType: 'MOBILE_MONEY',
  payoutSubType: 'MPESA',
  accountName: '',
  phone: '',
  bankName: '',
  bankCardNo: '',
  eWalletAccount: '',
  evidence: null,
};
