import { ApiError, Button, callFile, useText } from '@kituo/sdk';
import { marketProduct } from '@kituo/sdk/contracts';
import { useEffect, useState } from 'react';

/** How a page looked, fetched when somebody asks for it. */
export function LinkPicture(props: { readonly marketProductNo: string; readonly pageHash: string }) {
  const t = useText();
  const [address, setAddress] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address);
    },
    [address],
  );
  const open = async (): Promise<void> => {
    setIsReading(true);
    setFault(null);
    try {
      const { blob } = await callFile(marketProduct.linkPicture, props, { quiet: true });
      setAddress(URL.createObjectURL(blob));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setFault(cause.msg);
    }
    setIsReading(false);
  };
  return (
    <div>
      {address === null ? (
        <Button size="small" text={t('product.picture')} loading={isReading} onClick={() => void open()} />
      ) : (
        <img src={address} alt={t('product.pictureOf')} width={195} />
      )}
      {fault !== null && <p role="alert">{fault}</p>}
    </div>
  );
}
