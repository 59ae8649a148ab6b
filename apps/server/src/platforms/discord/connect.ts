import { cutTo, fieldsOf, listOf, stringOf } from '../json-fields.ts';
import { type Finding, type Place, type SendContext, SendFailure } from '../messenger.ts';
import { callDiscord, isDone, refusedChange } from './api.ts';
import { attachment, fileOptionName, optionName } from './inbound.ts';

/** Max length of the text of a command, in characters: the most that Discord allows. */
const maxText = 6_000;

type Fields = Readonly<Record<string, unknown>>;

const settingOf = ({ settings }: SendContext, name: string): string => stringOf(settings[name]);

const commandsPath = (context: SendContext) => `/applications/${settingOf(context, 'applicationId')}/commands`;

/** The slash command of a channel, as Discord is to have it. */
const commandOf = (name: string, title: string) => ({
  ...{ name, type: 1, description: cutTo(`Ask ${title}`, 100) },
  options: [
    { type: 3, name: optionName, description: 'What you want to ask', required: true, max_length: maxText },
    { type: attachment, name: fileOptionName, description: 'A file for the team', required: false },
  ],
});

type Command = ReturnType<typeof commandOf>;

/** True if Discord has the command as wanted; only the fields that we set are compared. */
function isSame(found: Fields, wanted: Command): boolean {
  const options = listOf(found['options']);
  return (
    found['description'] === wanted.description &&
    options.length === wanted.options.length &&
    // Discord leaves out what is false.
    wanted.options.every((asked, index) =>
      Object.entries(asked).every(([name, value]) => (options[index]?.[name] ?? false) === value),
    )
  );
}

async function findCommand(context: SendContext): Promise<Fields | undefined> {
  const answer = await callDiscord({ method: 'GET', path: commandsPath(context) }, context);
  if (!isDone(answer)) throw refusedChange('to list the commands', answer);
  const name = settingOf(context, 'command');
  // The answer is a list, which `json` has by its indexes.
  return Object.values(answer.json)
    .map(fieldsOf)
    .find((command) => command['name'] === name && (command['type'] ?? 1) === 1);
}

async function findApplication(context: SendContext): Promise<Fields> {
  const answer = await callDiscord({ method: 'GET', path: '/applications/@me' }, context);
  if (!isDone(answer)) throw refusedChange('to show the application', answer);
  return answer.json;
}

async function setEndpoint(url: string | null, context: SendContext): Promise<void> {
  const json = { interactions_endpoint_url: url };
  const answer = await callDiscord({ method: 'PATCH', path: '/applications/@me', json }, context);
  if (!isDone(answer)) throw refusedChange('the address of the channel', answer);
}

/** Registers the command and the address of the channel, as far as Discord has them otherwise. */
export async function connect({ name, inbound }: Place, context: SendContext): Promise<void> {
  const application = await findApplication(context);
  checkApplication(application, context);
  const wanted = commandOf(settingOf(context, 'command'), name);
  const found = await findCommand(context);
  if (found === undefined || !isSame(found, wanted)) {
    const answer = await callDiscord({ path: commandsPath(context), json: wanted }, context);
    if (!isDone(answer)) throw refusedChange('the command', answer);
  }
  if (application['interactions_endpoint_url'] !== inbound) await setEndpoint(inbound, context);
}

/** Removes the command and the address, unless the application serves another address by now. */
export async function disconnect({ inbound }: Place, context: SendContext): Promise<void> {
  const { interactions_endpoint_url: url = null } = await findApplication(context);
  if (url !== null && url !== '' && url !== inbound) return;
  if (url === inbound) await setEndpoint(null, context);
  const found = await findCommand(context);
  if (found === undefined) return;
  const path = `${commandsPath(context)}/${encodeURIComponent(stringOf(found['id']))}`;
  const answer = await callDiscord({ method: 'DELETE', path }, context);
  if (!isDone(answer) && answer.status !== 404) throw refusedChange('to remove the command', answer);
}

const mistake = (code: string, message: string) => new SendFailure(code, message, { isFinal: true });

/** Checks the token and the key, and returns what is correct. Throws a `SendFailure` if one is wrong. */
function checkApplication(application: Fields, context: SendContext): readonly Finding[] {
  const { id, name, verify_key: key } = application;
  const wanted = settingOf(context, 'applicationId');
  if (id !== wanted)
    throw mistake('wrong_application', `The bot token is of the application ${stringOf(id)}, not of ${wanted}.`);
  if (stringOf(key).toLowerCase() !== settingOf(context, 'publicKey').toLowerCase())
    throw mistake(
      'wrong_public_key',
      'The public key isn’t the one on the General Information page of the application.',
    );
  return [
    { name: 'token', message: `The bot token is valid, for the application ${cutTo(stringOf(name), 100)}.` },
    { name: 'public_key', message: 'The public key is the one of the application.' },
  ];
}

/** Asks Discord whether it accepts the settings. */
export const tryOut = async (context: SendContext): Promise<readonly Finding[]> =>
  checkApplication(await findApplication(context), context);

/** Asks Discord whether it accepts the settings, and sends its requests to the channel. */
export async function check({ inbound }: Place, context: SendContext): Promise<readonly Finding[]> {
  const application = await findApplication(context);
  const found = checkApplication(application, context);
  const { interactions_endpoint_url: url } = application;
  if (url !== inbound) {
    const now = stringOf(url) === '' ? 'none' : stringOf(url);
    throw mistake(
      'endpoint_elsewhere',
      `The Interactions Endpoint URL of the application must be ${inbound}; it is ${now}.`,
    );
  }
  const command = settingOf(context, 'command');
  if ((await findCommand(context)) === undefined)
    throw mistake('command_missing', `The application has no command /${command} any more.`);
  return [
    ...found,
    { name: 'endpoint', message: 'Discord sends interactions to this channel.' },
    { name: 'command', message: `The command /${command} is registered.` },
  ];
}
