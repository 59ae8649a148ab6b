/** A statement about the files of a release: which they are, and of what and how they were made. */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';

/**
 * @typedef {object} Build
 * @property {string} version
 * @property {string} commit the full hash of the release's commit
 * @property {string} source the address of the repository
 * @property {ReadonlyMap<string, string>} sums the SHA-256 of each file, by name
 * @property {Date} finished
 */

/**
 * An in-toto statement (v1) with SLSA provenance (v1). It has no signature of its own, and claims no level of SLSA: it
 * says what its author says.
 * @param {Build} build
 */
export function provenanceOf({ version, commit, source, sums, finished }) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...sums].map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:parley:release:1',
        externalParameters: { version, command: `npm run release -- ${version}` },
        internalParameters: { node: process.version, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [{ uri: `git+${source}@refs/tags/v${version}`, digest: { gitCommit: commit } }],
      },
      runDetails: {
        builder: { id: 'urn:parley:release:local' },
        metadata: { invocationId: `v${version}-${commit.slice(0, 12)}`, finishedOn: finished.toISOString() },
      },
    },
  };
}

const payloadType = 'application/vnd.in-toto+json';

/**
 * Signs a statement as a DSSE envelope (v1.0.2). Throws if the key isn't an Ed25519 key.
 * @param {object} statement
 * @param {string} pem a private key
 */
export function signed(statement, pem) {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`The key is ${key.asymmetricKeyType}, not ed25519.`);
  const payload = Buffer.from(JSON.stringify(statement));
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const keyid = createHash('sha256').update(publicKey).digest('hex');
  const signature = sign(null, preAuthentication(payload), key).toString('base64');
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid, sig: signature }] };
}

/**
 * The bytes that a signature covers.
 * @param {Buffer} payload
 */
export const preAuthentication = (payload) =>
  Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `), payload]);
