import { ApiError, call, callFile, saveFile, usePluginScope } from '@kituo/sdk';
import { imports } from '@kituo/sdk/contracts';
import { useState } from 'react';

const KIND = 'retrieval.orders';

export interface FileNumbers {
  readonly isReading: boolean;
  readonly error: ApiError | null;
  /** Rows of the file that were marked faulty while it was read; the check names each. */
  readonly faulty: number | null;
  read(file: Blob): void;
  template(format: 'csv' | 'xlsx'): void;
}

/** Order numbers out of a CSV or XLSX file; they go where pasted ones go, and are checked there. */
export function useFileNumbers(onRead: (orderNos: readonly string[]) => void): FileNumbers {
  const scope = usePluginScope();
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [faulty, setFaulty] = useState<number | null>(null);
  const read = async (file: Blob): Promise<void> => {
    setReading(true);
    setError(null);
    setFaulty(null);
    try {
      const reply = await call(
        imports.preview,
        { kind: KIND },
        { bytes: file, quiet: true, showLoading: false, signal: scope.signal },
      );
      setFaulty(reply.faulty);
      onRead(reply.rows.flatMap(({ cells }) => cells['orderNo']?.trim() || []));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause);
    } finally {
      setReading(false);
    }
  };
  return {
    isReading,
    error,
    faulty,
    read: (file) => {
      void read(file);
    },
    template: (format) => {
      void callFile(imports.template, {
        kind: KIND,
        format,
      }).then(saveFile, () => undefined);
    },
  };
}
