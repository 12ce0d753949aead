/** The lesson: real positions, made by the engine (web/dev/lesson_lumiere.py), fetched when opened. */
import type { LessonStep } from '../plugin';

export async function lesson(): Promise<readonly LessonStep[]> {
  return (await import('./lesson.json')).default as unknown as readonly LessonStep[];
}
