import { componentUuid } from '../identity.ts';
import { codeOf, noteText } from './conditions.ts';
import type { Scope } from './mapping.ts';
import type { MeasuredPart, Parsed } from './schemas.ts';
import { coded, measured, time } from './values.ts';

/** The panel and each of its components are Observations of their own, so "systolic" is found like any measurement. */
export function mapObservation(observation: Parsed<'Observation'>, scope: Scope): void {
  const encounter = scope.find(observation.encounter, 'Encounter');
  const frame: Frame = {
    status: observation.status ?? null,
    category: codeOf(observation.category[0]),
    time: time(
      observation.effectiveDateTime ??
        observation.effectiveInstant ??
        observation.effectivePeriod?.start ??
        observation.issued,
    ),
  };
  putMeasurement(scope, scope.uuid, observation, { ...frame, component: false }, encounter, noteText(observation.note));
  for (const [uuid, component] of identify(scope.uuid, observation.component)) {
    putMeasurement(scope, uuid, component, { ...frame, component: true }, encounter, null);
    scope.edge('HAS_COMPONENT', scope.uuid, uuid);
  }
}

interface Frame {
  status: string | null;
  category: string | null;
  time: string | null;
}

function putMeasurement(
  scope: Scope,
  uuid: string,
  part: MeasuredPart,
  frame: Frame & { component: boolean },
  encounter: string | undefined,
  note: string | null,
): void {
  const what = coded(part.code);
  const { value, unit, text } = measured(part);
  const [range] = part.referenceRange;
  scope.node('Observation', uuid, {
    ...what,
    ...frame,
    value,
    unit,
    text: text ?? note,
    ref_low: range?.low?.value,
    ref_high: range?.high?.value,
    ref_text: range?.text,
    interpretation: codeOf(part.interpretation[0]),
  });
  scope.edge('HAS_OBSERVATION', scope.patient, uuid);
  scope.edge('IS_A', uuid, scope.type('ObservationType', what));
  scope.edge('RECORDED_IN', uuid, encounter);
}

/** What nothing names is no measurement; a code that stands twice (left and right, say) must not swallow its twin. */
function identify(panel: string, components: MeasuredPart[]): Map<string, MeasuredPart> {
  const identified = new Map<string, MeasuredPart>();
  for (const component of components) {
    const { code, system, name } = coded(component.code);
    if (code === null && name === null) continue;
    const plain = componentUuid(panel, system, code ?? name);
    identified.set(
      identified.has(plain) ? componentUuid(panel, system, `${code ?? name}|${identified.size}`) : plain,
      component,
    );
  }
  return identified;
}
