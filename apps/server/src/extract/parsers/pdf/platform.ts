/** Node.js has it from version 21; PDF.js calls it to hand over fonts. */
type Transferable = ArrayBuffer & { transferToFixedLength?: (length?: number) => ArrayBuffer };

/** Adds what PDF.js expects of the platform and Node.js 20 lacks. */
export function completePlatform(): void {
  const prototype = ArrayBuffer.prototype as Transferable;
  prototype.transferToFixedLength ??= function transferToFixedLength(this: ArrayBuffer, length = this.byteLength) {
    return this.slice(0, length);
  };
}
