import type { CallSettings } from './build-call.ts';
import type { Model, ModelAnswer, ModelRequest } from './model.ts';
import { ProviderError } from './provider-error.ts';

export interface LearnedFieldsOptions {
  readonly settings: CallSettings;
  readonly create: (settings: CallSettings) => Model;
  /** Called once for each thing learned. */
  readonly onNotice: (sentence: string) => void;
}

/** What a server turned out to need, and the sentence that says so. */
interface Lesson {
  readonly about: 'samples' | 'tokens';
  readonly settings: CallSettings;
  readonly sentence: string;
}

/**
 * OpenAI-compatible servers differ in the fields they support. What a rejection or an answer reveals is applied to the
 * same request right away, and to all others from then on.
 */
export function withLearnedFields({ settings, create, onNotice }: LearnedFieldsOptions): Model {
  let current = { settings, model: create(settings) };
  const learned = new Set<Lesson['about']>();
  const answer: Model['answer'] = async (request, call) => {
    for (;;) {
      const used = current;
      const narrowed = narrow(request, used.settings);
      const outcome = await used.model.answer(narrowed, call).catch((error: unknown) => new Refusal(error));
      const lesson =
        outcome instanceof Refusal
          ? learnFromRefusal(outcome.error, narrowed, used.settings)
          : learnFromAnswers(outcome, narrowed, used.settings);
      // If several calls learn the same thing at once, one reports it; something that was tried and did not help is ignored.
      if (lesson !== undefined && used !== current) continue;
      if (lesson === undefined || learned.has(lesson.about)) {
        if (outcome instanceof Refusal) throw outcome.error;
        return outcome;
      }
      learned.add(lesson.about);
      current = { settings: lesson.settings, model: create(lesson.settings) };
      onNotice(lesson.sentence);
    }
  };
  return { ...current.model, answer };
}

class Refusal {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** Fewer samples than requested came back; the others are requested one by one. */
function narrow(request: ModelRequest, { capabilities }: CallSettings): ModelRequest {
  return { ...request, samples: request.samples.slice(0, capabilities.samplesPerCall) };
}

function learnFromRefusal(error: unknown, { samples }: ModelRequest, settings: CallSettings): Lesson | undefined {
  if (!(error instanceof ProviderError) || error.fault !== 'bad-request') return undefined;
  const { profile, capabilities } = settings;
  const isCountSent = profile.samples === 'always' || (profile.samples === 'several' && samples.length > 1);
  if (error.field === 'n' && isCountSent) {
    return {
      about: 'samples',
      settings: {
        ...settings,
        profile: { ...profile, samples: 'never' },
        capabilities: { ...capabilities, samplesPerCall: 1 },
      },
      sentence: 'The server does not support `n`; requesting one sample per call.',
    };
  }
  return error.field === profile.maxTokensField ? learnTokenField(settings, 'is refused') : undefined;
}

function learnFromAnswers(
  answers: readonly ModelAnswer[],
  { samples, parameters }: ModelRequest,
  settings: CallSettings,
): Lesson | undefined {
  if (settings.profile.maxTokensField !== 'max_completion_tokens' || !settings.capabilities.maxTokens) return undefined;
  const written = answers[0]?.usage?.outputTokens ?? 0;
  return written > parameters.maxNewTokens * samples.length ? learnTokenField(settings, 'is ignored') : undefined;
}

function learnTokenField(settings: CallSettings, what: string): Lesson | undefined {
  const { profile } = settings;
  const other = profile.maxTokensField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  return {
    about: 'tokens',
    settings: { ...settings, profile: { ...profile, maxTokensField: other } },
    sentence: `\`${profile.maxTokensField}\` ${what} by the server; sending \`${other}\` instead.`,
  };
}
