import { AwsV4Signer } from 'aws4fetch';

/** A request to sign for S3. */
export interface UnsignedS3Request {
  readonly method: string;
  /** With its path and query in percent-encoding. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hex; that of no bytes by default. */
  readonly hash?: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** SHA-256 of no bytes, in hex. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Signs a request to S3 (AWS Signature Version 4), and returns its URL and all its headers. */
export async function signS3({ method, headers, hash = emptyHash, ...rest }: UnsignedS3Request) {
  const given = { ...headers, 'x-amz-content-sha256': hash };
  const signer = new AwsV4Signer({ ...rest, service: 's3', method, headers: given });
  const { url, headers: signed } = await signer.sign();
  return { url: url.href, headers: { ...headers, ...Object.fromEntries(signed) } };
}
