import { ApiError, Button, callFile, saveFile } from '@kituo/sdk';
import { file } from '@kituo/sdk/contracts';
import { useEffect, useState } from 'react';

/** An attachment where it is spoken of: a picture is shown in its place, another document is saved. */
export function Evidence(props: {
  readonly attachId: unknown;
  readonly label: string;
  /** What the picture is called. */
  readonly name: string;
}) {
  const { attachId } = props;
  const [address, setAddress] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  useEffect(() => {
    if (address === null) return;
    return () => {
      URL.revokeObjectURL(address);
    };
  }, [address]);
  if (typeof attachId !== 'string') return null;
  const open = async (): Promise<void> => {
    setReading(true);
    setFault(null);
    try {
      const found = await callFile(file.attachDownload, { attachId }, { quiet: true });
      if (found.blob.type.startsWith('image/')) setAddress(URL.createObjectURL(found.blob));
      else saveFile(found);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setFault(cause.msg);
    }
    setReading(false);
  };
  return (
    <div>
      {address === null ? (
        <Button size="small" text={props.label} loading={isReading} onClick={() => void open()} />
      ) : (
        <img className="of-evidence" src={address} alt={props.name} />
      )}
      {fault !== null && <p role="alert">{fault}</p>}
    </div>
  );
}
