// @module-tag pure

import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../config/config.ts';

const problemOf = (name: string, value: string): string | undefined => {
  try {
    readConfig({ [name]: value });
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1).join('\n').trim();
    throw error;
  }
  return undefined;
};

describe('settings of requests to the outside', () => {
  test('have defaults', () => {
    expect(readConfig({}).outbound).toEqual({ ports: [80, 443, 8080, 8443], allowed: [] });
    const empty = { PARLEY_OUTBOUND_PORTS: '', PARLEY_ALLOW_PRIVATE_HOSTS: ' , ' };
    expect(readConfig(empty).outbound).toEqual({ ports: [80, 443, 8080, 8443], allowed: [] });
  });

  test('are read from the environment', () => {
    const { outbound } = readConfig({
      PARLEY_OUTBOUND_PORTS: '443, 9000',
      PARLEY_ALLOW_PRIVATE_HOSTS: '10.1.0.0/16, Intranet.Example:8443,[fd00::1]:81,bücher.example',
    });
    expect(outbound.ports).toEqual([443, 9000]);
    expect(outbound.allowed).toMatchObject([
      { network: [expect.anything(), 16], exact: false, port: undefined },
      { name: 'intranet.example', exact: false, port: 8443 },
      { network: [expect.anything(), 128], exact: true, port: 81 },
      { name: 'xn--bcher-kva.example', exact: false, port: undefined },
    ]);
  });

  test.each(['0', '65536', '80;443', 'http', '80-90', '-1', '1e3', '٣'])('the port %j is wrong', (value) => {
    expect(problemOf('PARLEY_OUTBOUND_PORTS', value)).toBe(
      'PARLEY_OUTBOUND_PORTS: must be ports from 1 to 65535, such as 80,443,8080,8443',
    );
  });

  test.each([
    ['0.0.0.0/0', 'must not be 0.0.0.0/0, which contains every address'],
    ['::/0', 'must not be ::/0, which contains every address'],
    ['10.0.0.0/33', '10.0.0.0/33 is not a network such as 10.1.0.0/16 or fd00::/64'],
    ['10.0/8', '10.0/8 is not a network such as 10.1.0.0/16 or fd00::/64'],
    ['intranet/8', 'intranet/8 is not a network such as 10.1.0.0/16 or fd00::/64'],
    ['intranet:0', 'intranet:0 has no port from 1 to 65535'],
    ['intranet:http', 'intranet:http has no port from 1 to 65535'],
    ['[fd00::1]:', '[fd00::1]: has no port from 1 to 65535'],
    ['0x7f.1', '0x7f.1 is not an address, a network or a name, such as 10.1.0.0/16,intranet.example:8443'],
    ['*.example', '*.example is not an address, a network or a name, such as 10.1.0.0/16,intranet.example:8443'],
    ['a@b', 'a@b is not an address, a network or a name, such as 10.1.0.0/16,intranet.example:8443'],
    ['a?b', 'a?b is not an address, a network or a name, such as 10.1.0.0/16,intranet.example:8443'],
  ])('the private host %j is wrong', (value, sentence) => {
    expect(problemOf('PARLEY_ALLOW_PRIVATE_HOSTS', value)).toBe(`PARLEY_ALLOW_PRIVATE_HOSTS: ${sentence}`);
  });
});
