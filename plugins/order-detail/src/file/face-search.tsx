import { ApiError, Button, call, useNavigate, useText } from '@kituo/sdk';
import { orderDetail } from '@kituo/sdk/contracts';
import type { orderFile } from '@kituo/sdk/contracts';
import { useState } from 'react';
import { sharingColumns } from './order-columns.ts';
import { fileAddress } from './order-link.ts';
import { Rows } from './rows.tsx';

/** Looks for other orders with this face; the search is logged. */
export function FaceSearch({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  const [found, setFound] = useState<readonly orderFile.SameTrait[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isSearching, setSearching] = useState(false);
  const search = async (): Promise<void> => {
    setSearching(true);
    setFault(null);
    try {
      setFound(await call(orderDetail.faceSearch, { orderNo }, { quiet: true }));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setFault(cause.msg);
    }
    setSearching(false);
  };
  return (
    <div className="of-face-search">
      <Button text={t('face.search')} loading={isSearching} onClick={() => void search()} />
      <span className="kp-muted">{t('face.logged')}</span>
      {fault !== null && <p role="alert">{fault}</p>}
      {found !== null && <Shared orders={found} none={t('face.none')} label={t('face.found')} />}
    </div>
  );
}

/** Orders that share something with this one; one of another customer is what to look at. */
export function Shared(props: {
  readonly orders: readonly orderFile.SameTrait[];
  readonly none: string;
  readonly label: string;
}) {
  const navigate = useNavigate();
  if (props.orders.length === 0) return <p className="of-missing">{props.none}</p>;
  return (
    <Rows
      name="sharing"
      label={props.label}
      rows={props.orders}
      idOf={(row) => row.orderNo}
      columns={sharingColumns}
      onOpen={(row) => {
        void navigate(fileAddress(row.orderNo, 'OrderDetail'));
      }}
    />
  );
}
