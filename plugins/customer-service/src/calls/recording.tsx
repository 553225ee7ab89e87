import { Button, callFile, useText } from '@kituo/sdk';
import { inCallRecord } from '@kituo/sdk/contracts';
import { useEffect, useState } from 'react';

/** The recording of a call that came in; it is fetched when somebody wants to hear it. */
export function Recording({ recordNo }: { readonly recordNo: string }) {
  const t = useText();
  const [address, setAddress] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address);
    },
    [address],
  );
  const load = async (): Promise<void> => {
    setIsLoading(true);
    try {
      const { blob } = await callFile(inCallRecord.recording, { recordNo });
      setAddress(URL.createObjectURL(blob));
    } catch {
      // `callFile` has said what went wrong.
    } finally {
      setIsLoading(false);
    }
  };
  if (address !== null) return <audio src={address} controls autoPlay aria-label={t('calls.recording')} />;
  return <Button size="small" text={t('calls.listen')} loading={isLoading} onClick={() => void load()} />;
}
