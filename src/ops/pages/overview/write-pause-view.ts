import { writePauseText, type WritePause } from '../../../core/report/pauses.ts'

/** The pause of writes on the overview: the banner, and the form that starts or ends a pause. */
export function toWritePauseView(pause: WritePause | undefined, timeZone: string) {
  return {
    text: pause && writePauseText(pause),
    isPaused: pause?.code === 'paused',
    inputs: [
      { name: 'until', label: `Until (such as 2h, 18:00 or 2026-12-01 06:00, ${timeZone})`, maxLength: 40 },
      { name: 'reason', label: 'Reason', maxLength: 300 },
    ],
  }
}
