CREATE TABLE "places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" varchar(100) NOT NULL,
	"department_id" integer,
	"code" varchar(32) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "places_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "routines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "routines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" varchar(200) NOT NULL,
	"description" text,
	"department_id" integer,
	"assignee_id" uuid,
	"priority" text DEFAULT 'medium' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"sop_id" integer,
	"sop_page" integer,
	"place" varchar(100),
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"days" text,
	"every_days" integer,
	"from_date" date,
	"opens_at" varchar(5) NOT NULL,
	"due_after_minutes" integer NOT NULL,
	"closes_after_minutes" integer,
	"each_counts" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"next_occurrence" timestamptz(3),
	"creator_id" uuid NOT NULL,
	"deleted_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "routines_for" CHECK ("routines"."department_id" is not null or "routines"."assignee_id" is not null),
	CONSTRAINT "routines_rule" CHECK (("routines"."days" is null) = ("routines"."every_days" is not null and "routines"."from_date" is not null)),
	CONSTRAINT "routines_priority" CHECK ("routines"."priority" in ('low', 'medium', 'high'))
);
--> statement-breakpoint
DROP INDEX "tasks_all";--> statement-breakpoint
DROP INDEX "tasks_department";--> statement-breakpoint
DROP INDEX "tasks_assignee";--> statement-breakpoint
DROP INDEX "tasks_creator";--> statement-breakpoint
DROP INDEX "tasks_due";--> statement-breakpoint
DROP INDEX "tasks_department_due";--> statement-breakpoint
DROP INDEX "tasks_to_do";--> statement-breakpoint
DROP INDEX "tasks_unassigned";--> statement-breakpoint
DROP INDEX "tasks_completed";--> statement-breakpoint
DROP INDEX "tasks_updated";--> statement-breakpoint
DROP INDEX "tasks_by_title";--> statement-breakpoint
DROP INDEX "tasks_by_due_date";--> statement-breakpoint
DROP INDEX "tasks_by_status";--> statement-breakpoint
DROP INDEX "tasks_by_assignee";--> statement-breakpoint
DROP INDEX "tasks_by_priority";--> statement-breakpoint
DROP INDEX "tasks_search";--> statement-breakpoint
DROP INDEX "tasks_tags";--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "kind" text DEFAULT 'task' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "place" varchar(100);--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "taken_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "routine_id" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "occurrence_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "closes_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "closed_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "skip_reason" varchar(500);--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routines" ADD CONSTRAINT "routines_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routines" ADD CONSTRAINT "routines_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routines" ADD CONSTRAINT "routines_sop_id_sops_id_fk" FOREIGN KEY ("sop_id") REFERENCES "public"."sops"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routines" ADD CONSTRAINT "routines_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "places_department" ON "places" USING btree ("department_id");--> statement-breakpoint
CREATE INDEX "routines_next" ON "routines" USING btree ("next_occurrence") WHERE "routines"."is_active" and "routines"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "routines_department" ON "routines" USING btree ("department_id");--> statement-breakpoint
CREATE INDEX "routines_assignee" ON "routines" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "routines_sop" ON "routines" USING btree ("sop_id") WHERE "routines"."sop_id" is not null;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_routine_id_routines_id_fk" FOREIGN KEY ("routine_id") REFERENCES "public"."routines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_occurrence" ON "tasks" USING btree ("routine_id","occurrence_at") WHERE "tasks"."routine_id" is not null;--> statement-breakpoint
CREATE INDEX "tasks_occurrence_day" ON "tasks" USING btree ("occurrence_at","department_id") WHERE "tasks"."occurrence_at" is not null and "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_closing" ON "tasks" USING btree ("closes_at") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null and "tasks"."status" <> 'completed' and "tasks"."closes_at" is not null;--> statement-breakpoint
CREATE INDEX "tasks_closed" ON "tasks" USING btree ("closed_at","department_id") WHERE "tasks"."closed_at" is not null and "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_problems" ON "tasks" USING btree ("department_id","created_at") WHERE "tasks"."kind" = 'problem' and "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_reported" ON "tasks" USING btree ("creator_id","created_at") WHERE "tasks"."kind" = 'problem' and "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_place" ON "tasks" USING btree (lower("place")) WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null and "tasks"."place" is not null;--> statement-breakpoint
CREATE INDEX "tasks_all" ON "tasks" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"due_or_never") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_department" ON "tasks" USING btree ("department_id","status","created_at","id","due_or_never") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_assignee" ON "tasks" USING btree ("assignee_id","status","created_at","id","due_or_never","department_id") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_creator" ON "tasks" USING btree ("creator_id","status","created_at","id","due_or_never","department_id","assignee_id") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("due_or_never","department_id","status","created_at") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null and "tasks"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "tasks_department_due" ON "tasks" USING btree ("department_id","due_or_never","status","created_at") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null and "tasks"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "tasks_to_do" ON "tasks" USING btree ("assignee_id","due_or_never","id","status") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null and "tasks"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "tasks_unassigned" ON "tasks" USING btree ("due_or_never","id","department_id") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null and "tasks"."status" <> 'completed' and "tasks"."assignee_id" is null;--> statement-breakpoint
CREATE INDEX "tasks_completed" ON "tasks" USING btree ("completed_at","department_id","assignee_id","created_at","due_or_never") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null and "tasks"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "tasks_updated" ON "tasks" USING btree ("updated_at" DESC NULLS FIRST,"department_id","assignee_id","creator_id") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_by_title" ON "tasks" USING btree ("folded_title","id") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_by_due_date" ON "tasks" USING btree ("due_or_never","id") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_by_status" ON "tasks" USING btree ("status","id","due_or_never") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_by_assignee" ON "tasks" USING btree ("assignee_id","id","status","due_or_never","department_id") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_by_priority" ON "tasks" USING btree ((case "priority" when 'high' then 3 when 'medium' then 2 else 1 end),"id") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_search" ON "tasks" USING gin ("search_text" gin_trgm_ops) WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_tags" ON "tasks" USING gin ("tags") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_kind" CHECK ("tasks"."kind" in ('task', 'routine', 'problem'));--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_outcome" CHECK ("tasks"."outcome" in ('done', 'late', 'missed', 'skipped'));--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_closed_at" CHECK (("tasks"."closed_at" is not null) = coalesce("tasks"."outcome" in ('missed', 'skipped'), false));--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO task_counts
			SELECT coalesce(department_id, 0), status, count(*), person_id, assigned FROM added,
				LATERAL (VALUES (NULL::uuid, NULL::boolean), (assignee_id, true), (creator_id, false)) AS part (person_id, assigned)
			WHERE deleted_at IS NULL AND closed_at IS NULL AND (assigned IS NULL OR (assigned AND person_id IS NOT NULL) OR (NOT assigned AND creator_id IS DISTINCT FROM assignee_id))
			GROUP BY 1, 2, 4, 5;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO task_counts
			SELECT coalesce(department_id, 0), status, -count(*), person_id, assigned FROM gone,
				LATERAL (VALUES (NULL::uuid, NULL::boolean), (assignee_id, true), (creator_id, false)) AS part (person_id, assigned)
			WHERE deleted_at IS NULL AND closed_at IS NULL AND (assigned IS NULL OR (assigned AND person_id IS NOT NULL) OR (NOT assigned AND creator_id IS DISTINCT FROM assignee_id))
			GROUP BY 1, 2, 4, 5;
	ELSE
		INSERT INTO task_counts
			SELECT department, status, sum(tasks), person_id, assigned FROM (
				SELECT coalesce(department_id, 0) AS department, status, assignee_id, creator_id, 1 AS tasks FROM added WHERE deleted_at IS NULL AND closed_at IS NULL
				UNION ALL
				SELECT coalesce(department_id, 0), status, assignee_id, creator_id, -1 FROM gone WHERE deleted_at IS NULL AND closed_at IS NULL
			) AS moves,
				LATERAL (VALUES (NULL::uuid, NULL::boolean), (assignee_id, true), (creator_id, false)) AS part (person_id, assigned)
			WHERE assigned IS NULL OR (assigned AND person_id IS NOT NULL) OR (NOT assigned AND creator_id IS DISTINCT FROM assignee_id)
			GROUP BY 1, 2, 4, 5 HAVING sum(tasks) <> 0;
	END IF;
	RETURN NULL;
END
$$;
