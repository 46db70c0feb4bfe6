CREATE TABLE "handover_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "handover_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"handover_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"giver_id" uuid NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"task_id" integer,
	"text" varchar(500),
	"severity" text NOT NULL,
	"next" varchar(500) NOT NULL,
	"if_then" varchar(500),
	"department_id" integer,
	"to_user_id" uuid,
	"received_by" uuid,
	"received_at" timestamptz(3),
	"escalated_at" timestamptz(3),
	CONSTRAINT "handover_items_severity" CHECK ("handover_items"."severity" in ('watch', 'act', 'urgent')),
	CONSTRAINT "handover_items_received" CHECK (("handover_items"."received_by" is null) = ("handover_items"."received_at" is null))
);
--> statement-breakpoint
CREATE TABLE "handover_questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "handover_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"asker_id" uuid NOT NULL,
	"question" varchar(500) NOT NULL,
	"asked_at" timestamptz(3) NOT NULL,
	"answer" varchar(500),
	"answered_by" uuid,
	"answered_at" timestamptz(3),
	CONSTRAINT "handover_questions_answered" CHECK (("handover_questions"."answered_by" is null) = ("handover_questions"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "handovers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "handovers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"giver_id" uuid NOT NULL,
	"department_id" integer,
	"note" varchar(4000),
	"is_forgotten" boolean DEFAULT false NOT NULL,
	"search_text" text COLLATE "C" NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sender_id" uuid NOT NULL,
	"text" varchar(500) NOT NULL,
	"reason" varchar(500),
	"department_id" integer,
	"recipients" integer NOT NULL,
	"off_duty" integer NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "messages_off_duty" CHECK ("messages"."off_duty" between 0 and "messages"."recipients")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"endpoint" varchar(1000) NOT NULL,
	"p256dh" varchar(88) NOT NULL,
	"auth" varchar(24) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"asleep_since" timestamptz(3),
	CONSTRAINT "push_subscriptions_session" UNIQUE("session_id"),
	CONSTRAINT "push_subscriptions_endpoint" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "clock_sessions" ADD COLUMN "confirmed_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "clock_sessions" ADD COLUMN "end_stated_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "urgency" varchar(20) DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "shown_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "rang_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "rang_because" varchar(20);--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "briefed_at" timestamptz(3);--> statement-breakpoint
-- What nobody had read before there were briefings was not held.
UPDATE "notifications" SET "briefed_at" = "created_at" WHERE NOT "is_read";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notify" varchar(20);--> statement-breakpoint
ALTER TABLE "handover_items" ADD CONSTRAINT "handover_items_handover_id_handovers_id_fk" FOREIGN KEY ("handover_id") REFERENCES "public"."handovers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_items" ADD CONSTRAINT "handover_items_giver_id_users_id_fk" FOREIGN KEY ("giver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_items" ADD CONSTRAINT "handover_items_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_items" ADD CONSTRAINT "handover_items_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_items" ADD CONSTRAINT "handover_items_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_items" ADD CONSTRAINT "handover_items_received_by_users_id_fk" FOREIGN KEY ("received_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_questions" ADD CONSTRAINT "handover_questions_item_id_handover_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."handover_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_questions" ADD CONSTRAINT "handover_questions_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_questions" ADD CONSTRAINT "handover_questions_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_giver_id_users_id_fk" FOREIGN KEY ("giver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_sid_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handover_items_handover" ON "handover_items" USING btree ("handover_id","position");--> statement-breakpoint
CREATE INDEX "handover_items_task" ON "handover_items" USING btree ("task_id") WHERE "handover_items"."task_id" is not null;--> statement-breakpoint
CREATE INDEX "handover_items_department" ON "handover_items" USING btree ("department_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "handover_items_waiting" ON "handover_items" USING btree ("department_id","id") WHERE "handover_items"."received_at" is null;--> statement-breakpoint
CREATE INDEX "handover_items_for" ON "handover_items" USING btree ("to_user_id","id") WHERE "handover_items"."to_user_id" is not null;--> statement-breakpoint
CREATE INDEX "handover_questions_item" ON "handover_questions" USING btree ("item_id","id");--> statement-breakpoint
CREATE INDEX "handovers_list" ON "handovers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "handovers_department" ON "handovers" USING btree ("department_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "handovers_giver" ON "handovers" USING btree ("giver_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "messages_time" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_urgent" ON "messages" USING btree ("created_at") WHERE "messages"."reason" is not null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_held" ON "notifications" USING btree ("user_id","id" DESC NULLS FIRST) WHERE not "notifications"."is_read" and "notifications"."shown_at" is null and "notifications"."rang_at" is null and "notifications"."briefed_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_rang" ON "notifications" USING btree ("rang_at","user_id") WHERE "notifications"."rang_at" is not null and "notifications"."rang_because" <> 'on_duty';--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_rang" CHECK (("notifications"."rang_at" is null) = ("notifications"."rang_because" is null));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_notify" CHECK ("users"."notify" in ('on_duty', 'always'));