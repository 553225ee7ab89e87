/** Bytes to be read by fours: three more than are asked for have to be there. */
export interface ByteSource {
  readonly bytes: Buffer;
  /** Of the same bytes. */
  readonly view: DataView;
}
