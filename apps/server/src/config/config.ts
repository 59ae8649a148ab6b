import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { cleanEnv, makeValidator, str } from 'envalid';
import ipaddr from 'ipaddr.js';
import { type PlanConcurrency, readConcurrency } from '../access/limits/concurrency-settings.ts';
import { type RecognitionSettings, readRecognition } from '../extract/recognition/settings.ts';
import { readCorsOrigins } from '../http/admission/cors.ts';
import { readConnectionsPerAddress } from '../http/limits/settings.ts';
import type { RequestLogging } from '../http/logging/request-log.ts';
import { type MailSettings, readMail } from '../mail/settings.ts';
import { type EmbeddingSettings, readEmbeddings } from '../models/embeddings/embedding-settings.ts';
import { readDefaultModel } from '../models/providers/default-model.ts';
import { type ProviderSettings, readProviders } from '../models/providers/settings.ts';
import { readPlatformOrigins } from '../outbound/addresses/platform-origins.ts';
import { type OutboundSettings, readOutbound } from '../outbound/addresses/settings.ts';
import { parseUrl } from '../parse-url.ts';
import { type PlanLimits, plans, readByPlan } from '../plans.ts';
import { readS3, type S3Settings } from '../storage/blobs/s3-settings.ts';
import { isDatabaseUrl } from '../storage/opening/database-url.ts';
import { type QuotaLimits, readQuotas } from '../storage/quotas/settings.ts';
import type { ScanSettings } from '../storage/scans/scan-queue.ts';
import { readScanSettings } from '../storage/scans/scan-settings.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { readInit } from './first-owner.ts';
import { readSecurityContact } from './security-contact.ts';

/** Every setting of the service. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** The addresses and networks (CIDR) of trusted proxies, whose `X-Forwarded-For` is used. */
  readonly trustedProxies: readonly string[];
  /** An absolute path. */
  readonly dataDir: string;
  /** `postgres://…`; undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Max connections to PostgreSQL per process. */
  readonly databaseConnections: number;
  /** Limits of reads that may take long: how many run at the same time, and how long each may take. */
  readonly scans: ScanSettings;
  /** Lease duration of turns, jobs and slots without renewal, in ms; the same in every process. */
  readonly leaseMs: number;
  /** The time for which events are kept, in ms. */
  readonly eventsMs: number;
  /** `redis://…`; undefined if the processes share only the database. */
  readonly redisUrl: string | undefined;
  /** The bucket for files; undefined if they are in the data folder or in the database. */
  readonly s3: S3Settings | undefined;
  readonly keyPepper: string | undefined;
  /** As `provider/name`; undefined if the providers decide. */
  readonly defaultModel: string | undefined;
  /** The model that embeds knowledge sources; undefined if they are searched by words only. */
  readonly embeddings: EmbeddingSettings | undefined;
  /** The command that recognises the text of pictures and scans; undefined if they aren't read. */
  readonly recognition: RecognitionSettings | undefined;
  /** The model providers, including those that can't be used. */
  readonly providers: readonly ProviderSettings[];
  /** Hosts and ports that requests to addresses from users may reach. */
  readonly outbound: OutboundSettings;
  /** Origins of the APIs of messengers and of Notion, by the type of channel or source; empty for their own addresses. */
  readonly platformOrigins: Readonly<Record<string, string>>;
  /** The mail server; undefined if no mail is sent. */
  readonly mail: MailSettings | undefined;
  readonly planLimits: PlanLimits;
  readonly quotas: QuotaLimits;
  readonly planConcurrency: PlanConcurrency;
  /** False if a proxy compresses responses instead. */
  readonly compresses: boolean;
  /** Max connections of one address. */
  readonly connectionsPerAddress: number;
  /** Origins whose pages may call the API with an API key. */
  readonly corsOrigins: readonly string[];
  readonly init: { readonly email: string; readonly password: string } | undefined;
  readonly logLevel: string;
  readonly logRequests: RequestLogging;
  /** The bearer token for `/metrics`; undefined turns metrics off. */
  readonly metricsToken: string | undefined;
  /** A `mailto:` or `https:` URL for reports of vulnerabilities; undefined for none. */
  readonly securityContact: string | undefined;
  /** Max workspaces that `/metrics` names; 0 for none. */
  readonly metricsWorkspaces: number;
}

/** The wrong settings, each with its name. */
export class ConfigError extends Error {}

/**
 * Reads the settings from the environment; has no side effects. Throws a `ConfigError` that names every wrong setting.
 */
export function readConfig(environment: Environment = process.env, dataDir?: string): Config {
  const problems: string[] = [];
  const given = readEnvironment(environment, problems);
  const values = cleanEnv(given, specification, {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors)) problems.push(`${name}: ${error?.message ?? 'is not valid'}`);
    },
  });
  if (dataDir !== undefined && (/\p{Cc}/u.test(dataDir) || dataDir.trim() !== dataDir))
    problems.push('--data-dir: must not begin or end with a blank, or contain a line break');
  const init = readInit(given, problems);
  const providers = readProviders(given, problems);
  const outbound = readOutbound(given, problems);
  const s3 = readS3(given, problems);
  const quotas = readQuotas(given, problems);
  const planConcurrency = readConcurrency(given, problems);
  const connectionsPerAddress = readConnectionsPerAddress(given, problems);
  const corsOrigins = readCorsOrigins(given, problems);
  const scans = readScanSettings(given, problems);
  const mail = readMail(given, problems);
  const platformOrigins = readPlatformOrigins(given, problems);
  const defaultModel = readDefaultModel(values.PARLEY_DEFAULT_MODEL, providers, problems);
  const embeddings = readEmbeddings(given, providers, problems);
  const recognition = readRecognition(given, problems);
  const securityContact = readSecurityContact(given, problems);
  if (problems.length > 0) throw new ConfigError(`Wrong settings:\n  ${problems.join('\n  ')}`);
  return {
    ...{ host: values.HOST, port: values.PORT },
    publicUrl: values.PUBLIC_URL || `http://${printable(values.HOST)}:${values.PORT}`,
    trustedProxies: values.PARLEY_TRUSTED_PROXIES,
    dataDir: resolve(dataDir ?? values.PARLEY_DATA_DIR),
    databaseUrl: values.DATABASE_URL || undefined,
    databaseConnections: values.PARLEY_DATABASE_CONNECTIONS,
    ...{ leaseMs: values.PARLEY_LEASE_SECONDS * 1000, eventsMs: values.PARLEY_EVENT_DAYS * 24 * 60 * 60 * 1000 },
    ...{ redisUrl: values.REDIS_URL || undefined, keyPepper: values.PARLEY_KEY_PEPPER || undefined },
    ...{ defaultModel, embeddings, recognition, providers, outbound, platformOrigins, mail },
    ...{ scans, s3, quotas, planConcurrency, connectionsPerAddress, corsOrigins, init },
    ...{ planLimits: values.PARLEY_PLAN_LIMITS, logLevel: values.LOG_LEVEL, logRequests: values.PARLEY_LOG_REQUESTS },
    ...{ metricsToken: values.PARLEY_METRICS_TOKEN || undefined, metricsWorkspaces: values.PARLEY_METRICS_WORKSPACES },
    ...{ compresses: values.PARLEY_COMPRESSION === 'on', securityContact },
  };
}

const port = makeValidator((input: string) => {
  const value = Number(input);
  if (!/^\d+$/.test(input) || value > 65_535) throw new Error('must be a port from 0 to 65535');
  return value;
});

/** An empty folder would be the one of the process, and an empty host every address. */
const filled = makeValidator((input: string) => {
  if (input === '') throw new Error('must not be empty; leave it out for its default');
  return input;
});

const publicUrl = makeValidator((input: string) => {
  if (input === '') return '';
  const url = parseUrl(input);
  const isPlain = url !== undefined && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new Error('must be an http or https URL without a user or a query');
  }
  if (!/^\/*$/.test(url.pathname)) {
    throw new Error(
      'must not have a path: the dashboard and the widget are at the root of their host, so give Parley a host name of ' +
        `its own, such as https://parley.${url.hostname}`,
    );
  }
  return input.replace(/(?<!\/)\/+$/, '');
});

const proxies = makeValidator((input: string): readonly string[] => {
  const named = input
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const everybody = named.find((part) => ipaddr.isValidCIDR(part) && part.endsWith('/0'));
  if (everybody !== undefined) throw new Error(`must not be ${everybody}, which contains every address`);
  if (!named.every(isNetwork)) throw new Error('must look like 10.0.0.7,192.168.0.0/24,fd00::/64');
  return named;
});

/** An address or a network. */
function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/', 2);
  return isIP(address) !== 0 && (bits === undefined || ipaddr.isValidCIDR(text));
}

/** The error doesn't show the value, which may hold a password. */
const databaseUrl = makeValidator((input: string) => {
  if (input !== '' && !isDatabaseUrl(input)) throw new Error('must begin with postgres://');
  return input;
});

/** Doesn't show the value either. */
const redisUrl = makeValidator((input: string) => {
  const isRedis = /^rediss?:\/\//.test(input) && parseUrl(input) !== undefined;
  if (input !== '' && !isRedis) throw new Error('must be a URL that begins with redis:// or rediss://');
  return input;
});

const wholeNumber = (least: number, most: number) =>
  makeValidator((input: string) => {
    const value = Number(input);
    const isWithin = /^\d+$/.test(input) && value >= least && value <= most;
    if (!isWithin) throw new Error(`must be a number from ${least} to ${most}`);
    return value;
  });

const pepper = makeValidator((input: string) => {
  if (input !== '' && input.length < 32) throw new Error('must have at least 32 characters');
  return input;
});

const bearerToken = makeValidator((input: string) => {
  if (!/^(?:[\x21-\x7e]{32,})?$/.test(input)) throw new Error('must have at least 32 printable characters, no space');
  return input;
});

const planLimits = makeValidator(
  (input: string): PlanLimits => readByPlan(input, plans, { max: 9_999_999, unit: 'requests a minute' }),
);

const specification = {
  HOST: filled({ default: '127.0.0.1' }),
  PORT: port({ default: 3000 }),
  PUBLIC_URL: publicUrl({ default: '' }),
  PARLEY_TRUSTED_PROXIES: proxies({ default: [] }),
  PARLEY_DATA_DIR: filled({ default: './data' }),
  DATABASE_URL: databaseUrl({ default: '' }),
  PARLEY_DATABASE_CONNECTIONS: wholeNumber(2, 500)({ default: 10 }),
  PARLEY_LEASE_SECONDS: wholeNumber(3, 300)({ default: 30 }),
  PARLEY_EVENT_DAYS: wholeNumber(7, 3650)({ default: 90 }),
  REDIS_URL: redisUrl({ default: '' }),
  PARLEY_KEY_PEPPER: pepper({ default: '' }),
  PARLEY_DEFAULT_MODEL: str({ default: '' }),
  PARLEY_PLAN_LIMITS: planLimits({ default: plans }),
  LOG_LEVEL: str({ choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], default: 'info' }),
  PARLEY_LOG_REQUESTS: str({ choices: ['all', 'sampled', 'errors'], default: 'errors' }),
  PARLEY_COMPRESSION: str({ choices: ['on', 'off'], default: 'on' }),
  PARLEY_METRICS_TOKEN: bearerToken({ default: '' }),
  PARLEY_METRICS_WORKSPACES: wholeNumber(0, 10_000)({ default: 0 }),
};

/** A bracketed IPv6 address, or a name that a browser can open for "any address". */
function printable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
