import { type CallSettings, sendsCount } from './build-call.ts';
import type { Model, ModelAnswer, ModelRequest } from './model.ts';
import { ProviderError } from './provider-error.ts';

/** What a server turned out to need, and the sentence that says so. */
interface Lesson {
  readonly about: 'samples' | 'tokens';
  readonly settings: CallSettings;
  readonly sentence: string;
}

/**
 * OpenAI-compatible servers differ in the fields they support. What a rejection or an answer reveals is applied to the
 * same request right away, and to all others from then on; `onNotice` is called once for each thing learned.
 */
export function withLearnedFields(
  settings: CallSettings,
  create: (settings: CallSettings) => Model,
  onNotice: (sentence: string) => void,
): Model {
  let current = { settings, model: create(settings) };
  const learned = new Set<Lesson['about']>();
  const answer: Model['answer'] = async (request, call) => {
    for (;;) {
      const used = current;
      // Fewer samples than requested came back; the others are requested one by one.
      const samples = request.samples.slice(0, used.settings.capabilities.samplesPerCall);
      const narrowed = { ...request, samples };
      const [outcome] = await Promise.allSettled([used.model.answer(narrowed, call)]);
      const isRefused = outcome.status === 'rejected';
      const lesson = isRefused
        ? learnFromRefusal(outcome.reason, narrowed, used.settings)
        : learnFromAnswers(outcome.value, narrowed, used.settings);
      // If several calls learn the same thing at once, one reports it; something that was tried and did not help is ignored.
      if (lesson !== undefined && used !== current) continue;
      if (lesson === undefined || learned.has(lesson.about)) {
        if (isRefused) throw outcome.reason;
        return outcome.value;
      }
      learned.add(lesson.about);
      current = { settings: lesson.settings, model: create(lesson.settings) };
      onNotice(lesson.sentence);
    }
  };
  return { ...current.model, answer };
}

function learnFromRefusal(error: unknown, { samples }: ModelRequest, settings: CallSettings): Lesson | undefined {
  if (!(error instanceof ProviderError) || error.fault !== 'bad-request') return undefined;
  const { profile, capabilities } = settings;
  if (error.field === 'n' && sendsCount(profile, samples.length)) {
    const alone = {
      profile: { ...profile, samples: 'never' as const },
      capabilities: { ...capabilities, samplesPerCall: 1 },
    };
    const sentence = 'The server does not support `n`; requesting one sample per call.';
    return { about: 'samples', settings: { ...settings, ...alone }, sentence };
  }
  return error.field === profile.maxTokensField ? learnTokenField(settings, 'is refused') : undefined;
}

function learnFromAnswers(answers: readonly ModelAnswer[], request: ModelRequest, settings: CallSettings) {
  const { samples, parameters } = request;
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
